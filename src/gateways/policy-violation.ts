/**
 * Calls back once when the page's own policy keeps it from reaching `origin` by one of `directives`; the
 * browser says so by event only. The event carries no more of the address than we already know.
 */
export function onPolicyViolation(
  document: Document,
  origin: string,
  directives: readonly string[],
  callback: (directive: string) => void,
  signal: AbortSignal,
): void {
  const handle = (event: SecurityPolicyViolationEvent): void => {
    if (event.disposition !== 'enforce' || !directives.includes(event.effectiveDirective)) return;
    if (event.blockedURI === origin || event.blockedURI.startsWith(`${origin}/`))
      callback(event.effectiveDirective);
  };
  document.addEventListener('securitypolicyviolation', handle, {signal});
}
