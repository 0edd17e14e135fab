/** Segments of the routes that an element asks; a segment that is none of them is not kept. */
export const pathWords = [
  ...['card-vault', 'session', 'token', 'complete', 'payment', 'payment-methods', 'default', 'plans'],
  ...['client', 'passport', 'v1', 'customer', 'customers', 'tracker', 'trackers', 'wallet', 'reversal'],
  ...['subscribe', 'return', 'frame', 'relay', 'order', 'payments', 'v3', 'api', 'assets'],
];

/** A path of which only known words are left; segments of the element's own scripts lose their hash. */
export const redactedPath = (path: string): string =>
  path
    .split('/')
    .slice(0, 12)
    .map((segment, index) => {
      if (index === 0 || segment === '' || pathWords.includes(segment)) return segment;
      if (/^card-vault(-list|-parts)?\.js$/.test(segment)) return segment;
      if (/^flex-microform(\.min)?\.js$/.test(segment)) return 'flex-microform.js';
      const [, script] = /^([a-z][a-z-]{0,30})-[\w-]{8}\.js$/.exec(segment) ?? [];
      return script ? `${script}.js` : '…';
    })
    .join('/');
