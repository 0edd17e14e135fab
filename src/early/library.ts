import {onPolicyViolation} from '../gateways/policy-violation.js';
import {listen} from './document.js';
import type {EarlyPage} from './page.js';

/** Waits for the library that the page itself names. */
export const libraryOf = ({settings, watch: {signal}}: EarlyPage): Promise<unknown> =>
  new Promise((done) => {
    for (const type of ['load', 'error'])
      listen(
        document,
        type,
        ({target}) =>
          (target as HTMLScriptElement).src === settings.library && done((window as {Flex?: unknown}).Flex),
        {capture: true, signal},
      );
  });

/** Notes when the page's policy forbids the frames of the library. */
export function watchPolicy(page: EarlyPage): void {
  const {library} = page.settings;
  if (!library) return;
  const block = (): void => void (page.isBlocked = true);
  onPolicyViolation(document, new URL(library).origin, ['frame-src'], block, page.watch.signal);
}
