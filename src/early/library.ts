import type {MicroformLibrary} from '../gateways/microform-library.js';
import {listen} from './document.js';
import type {EarlyPage} from './page.js';

/** Waits for the library that the page itself names. */
export const libraryOf = ({settings, watch}: EarlyPage): Promise<unknown> =>
  new Promise((done) => {
    for (const type of ['load', 'error'])
      listen(
        document,
        type,
        ({target}) =>
          (target as HTMLScriptElement).src === settings.library &&
          done((window as {Flex?: MicroformLibrary}).Flex),
        {capture: true, signal: watch.signal},
      );
  });

/** Resolves when the page's policy forbids the frames of the library. */
export const blockedBy = ({settings: {library}, watch}: EarlyPage): Promise<void> =>
  new Promise((done) => {
    if (!library) return;
    const hear = ({blockedURI, disposition, effectiveDirective}: SecurityPolicyViolationEvent): void => {
      const host = new URL(library).origin;
      const isOurs = blockedURI === host || blockedURI.startsWith(host + '/');
      if (isOurs && disposition === 'enforce' && effectiveDirective === 'frame-src') done();
    };
    listen(document, 'securitypolicyviolation', hear, {signal: watch.signal});
  });
