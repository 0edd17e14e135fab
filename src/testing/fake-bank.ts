import type {DeviceDataCollection, StepUp, StepUpResult} from '../flow/index.js';
import type {ValidationResult} from '../protocol/index.js';
import {oneTimeCode} from './test-cards.js';

/** The windows of a save to others, which the fake adapter brings with it. Parts of the element's own `SaveGateways`. */
export interface FakeGateways {
  readonly createDeviceData?: () => DeviceDataCollection & {prepare(): void};
  readonly createStepUp?: (options: StepUpWindow) => StepUp;
}

/** The element's own part of a step-up: the window for the bank's page. */
interface StepUpWindow {
  readonly mode: () => 'dialog' | 'inline' | 'redirect';
  readonly open: (request: {
    readonly windowSize: undefined;
    readonly signal: AbortSignal;
  }) => Promise<{readonly container: HTMLElement; readonly closed: Promise<void>}>;
  readonly onLoaded?: () => void;
  readonly title?: () => string;
}

/** The bank's side of one step-up. */
export interface FakeChallenge {
  /** The shopper has given the right code, or asked to cancel, or has no tries left. */
  readonly decide: (result: 'right' | Extract<ValidationResult, 'failed' | 'cancelled'>) => void;
  /** Settles when the bank has its verdict. */
  readonly decided: Promise<void>;
}

/** A collector that has collected at once. */
export const createFakeCollector: NonNullable<FakeGateways['createDeviceData']> = () => ({
  prepare: () => undefined,
  collect: async () => ({outcome: 'collected', sessionId: 'fake-session'}),
});

/** Marks the bank's page, for the helpers that look for it. */
export const bankMark = 'data-fake-bank';
const tries = 3;

/** A bank whose page is a part of the shop's page: in the dialog of the element, or below the page where it has no dialogs. */
export const createFakeBank =
  (challengeOf: (tracker: string) => FakeChallenge): NonNullable<FakeGateways['createStepUp']> =>
  (options) => ({
    async present({tracker}, {signal}) {
      if (options.mode() === 'redirect')
        throw new Error(
          'The fake bank opens in the page and cannot take its place: leave step-up at dialog or inline in this test.',
        );
      const challenge = challengeOf(tracker);
      const over = new AbortController();
      signal.addEventListener('abort', () => over.abort(), {once: true});
      try {
        return await new Promise<StepUpResult>((resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason as Error), {once: true});
          void challenge.decided.then(() => resolve({outcome: 'returned'}));
          windowOf(options, over.signal).then(({container, closed}) => {
            const page = drawBank(container, options.title?.() ?? 'Bank', challenge);
            over.signal.addEventListener('abort', () => page.remove(), {once: true});
            options.onLoaded?.();
            void closed.then(() => resolve({outcome: 'closed'}));
          }, reject);
        });
      } finally {
        over.abort();
      }
    },
  });

/** Simulators of a page have no modal dialogs. */
async function windowOf(options: StepUpWindow, signal: AbortSignal): ReturnType<StepUpWindow['open']> {
  const hasDialogs = typeof globalThis.HTMLDialogElement?.prototype.showModal === 'function';
  if (hasDialogs && document.body.getClientRects().length > 0)
    return options.open({windowSize: undefined, signal});
  return {container: document.body, closed: new Promise(() => undefined)};
}

function drawBank(container: HTMLElement, title: string, {decide}: FakeChallenge): HTMLElement {
  const page = document.createElement('section');
  page.setAttribute(bankMark, '');
  page.setAttribute('aria-label', title);
  const label = document.createElement('label');
  const code = document.createElement('input');
  const said = document.createElement('p');
  code.setAttribute('autocomplete', 'one-time-code');
  said.setAttribute('role', 'alert');
  label.append('Code ', code);
  let left = tries;
  const button = (id: string, text: string, press: () => void): HTMLButtonElement => {
    const made = document.createElement('button');
    made.type = 'button';
    made.name = id;
    made.textContent = text;
    made.addEventListener('click', press);
    return made;
  };
  const confirm = (): void => {
    if (code.value === oneTimeCode) return decide('right');
    if (--left === 0) return decide('failed');
    code.value = '';
    said.textContent = 'The code is wrong.';
  };
  page.append(
    label,
    said,
    button('confirm', 'Confirm', confirm),
    button('cancel', 'Cancel', () => decide('cancelled')),
  );
  container.append(page);
  return page;
}
