/**
 * The script behind the tag, as the text that is sent (decision 0053). Until the element is there it refuses a submission
 * of the form with a sentence, hands the element a press on a field that was only drawn, and begins the session request,
 * which the element takes over. It preloads the fields' library that the answer names; only the element runs it. It names
 * no credential: the shopper's own cookie says who asks. Nothing of the page is written into this text, so that it has one
 * hash. In a page that has little before the tag the form is near; only in a longer one is the layout worth waiting for.
 */
export const starterScript = compact(`
({previousElementSibling: tag, nonce, dataset}) => {
  const hold = tag.querySelector('input[slot=waiting]');
  if (hold) {
    hold.setCustomValidity(hold.getAttribute('aria-label'));
    if (hold.form) hold.form.addEventListener('submit', (event) => {
      if (hold.disabled || !hold.isConnected) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      hold.reportValidity();
    }, true);
  }
  let field;
  const note = (event) => {
    const pressed = event.composedPath()[0].closest('[aria-hidden] .field');
    if (pressed) field = pressed.classList[1];
  };
  tag.addEventListener('mousedown', note);
  customElements.whenDefined(tag.localName).then(() => tag.updateComplete).then(() => {
    tag.removeEventListener('mousedown', note);
    const drawn = field && document.activeElement === document.body && tag.shadowRoot.querySelector('.field.' + field);
    if (!drawn) return;
    const input = drawn.querySelector('input');
    if (input) input.focus();
    else drawn.querySelector('.box').dispatchEvent(new MouseEvent('mousedown', {bubbles: true, cancelable: true}));
  });
  let remembered = false;
  try {
    remembered = Object.keys(sessionStorage).some((key) => key.startsWith('card-vault:' + location.pathname + ':'));
  } catch {}
  const far = document.getElementsByTagName('*').length > 80 && tag.getBoundingClientRect().top > innerHeight + 200;
  if (remembered || far || tag.hasAttribute('disabled') || tag.matches(':defined')) return;
  const preload = (library, integrity) => {
    const link = document.createElement('link');
    link.rel = 'preload';
    link.as = 'script';
    link.crossOrigin = 'anonymous';
    link.referrerPolicy = 'no-referrer';
    link.integrity = integrity || '';
    link.nonce = nonce;
    link.href = library;
    document.head.append(link);
  };
  const url = tag.getAttribute('session-url');
  const end = new AbortController();
  const answer = fetch(url, {
    method: 'POST',
    headers: {'Content-Type': 'application/json', 'Idempotency-Key': crypto.randomUUID()},
    body: '{}',
    cache: 'no-store',
    credentials: 'same-origin',
    signal: end.signal
  });
  if (dataset.library) preload(dataset.library, dataset.integrity);
  answer.then((response) => response.clone().json()).then(({capture_context: context}) => {
    const claims = context.split('.')[1].replace(/-/g, '+').replace(/_/g, '/');
    const {clientLibrary, clientLibraryIntegrity} = JSON.parse(atob(claims)).ctx[0].data;
    if (clientLibrary !== dataset.library) preload(clientLibrary, clientLibraryIntegrity);
  }).catch(() => {});
  tag.begunSession = {url, answer, abort: () => end.abort()};
}`);

/** Called with the script; the element stands in front of it. */
function compact(text: string): string {
  return `(${text.trim().replace(/\n\s*/g, ' ')})(document.currentScript)`;
}
