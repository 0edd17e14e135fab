import type {StepUp, StepUpResult, StepUpTime} from '../flow/index.js';
import {CardVaultError, type ChallengeWindow, type ShellCommand} from '../protocol/index.js';
import {stepUpSandbox} from '../protocol/sandboxes.js';
import {safeAddress} from './addresses.js';
import {readChallengeWindow} from './challenge-window.js';
import {listenToFrame} from './frame-message.js';
import {freshName, makeFrame, placeHidden} from './frames.js';
import {postForm} from './form-post.js';
import {onPolicyViolation} from './policy-violation.js';
import {closedRecord} from './closed-record.js';
import {isMarked} from './other-document.js';
import {pageOrigin} from './page-origin.js';
import type {Plain} from './plain-data.js';
import {speakWithShell} from './shell.js';
import {scoped} from './scoped.js';
import {afterUnless, browserAfter, type After} from './waiting.js';

/** Window that the element opened for a step-up: a dialog, or a place in the page. */
export interface StepUpDialog {
  /** Gets the bank's frame as a child, 100 % wide and high. */
  readonly container: HTMLElement;
  /** Resolves when the shopper closes the dialog. */
  readonly closed: Promise<void>;
  /** The EMV size of the dialog, for its information: the dialog has set it. */
  readonly size?: ChallengeWindow;
}

export interface StepUpDialogRequest {
  /** The size the issuer draws for, when the enrollment named one. */
  readonly windowSize: ChallengeWindow | undefined;
  /** Aborts when the step-up is over for any reason; the element closes the dialog then. */
  readonly signal: AbortSignal;
  /** How long the step-up may still take. */
  readonly time?: StepUpTime;
}

export interface StepUpOptions {
  readonly mode: () => 'dialog' | 'inline' | 'redirect';
  /** Opens the dialog; not called in redirect mode. */
  readonly open: (request: StepUpDialogRequest) => Promise<StepUpDialog>;
  /** The bank's page has painted something. */
  readonly onLoaded?: () => void;
  /** Told what the shop has to put right where a step-up goes on. */
  readonly onFault?: (error: CardVaultError) => void;
  /** Accessible name of the bank's frame. */
  readonly title?: () => string;
  /** Parent of the hidden shell frame of redirect mode; the document's body by default. */
  readonly host?: () => ParentNode;
  /**
   * Address of the return page (`Session.returnUrl`), heard where there is no shell; the page's own origin by
   * default.
   */
  readonly returnUrl?: () => string | undefined;
  readonly document?: Document;
  readonly after?: After;
}

/** One step-up, checked. */
interface Challenge {
  readonly url: URL;
  readonly jwt: string;
  readonly shell: URL | undefined;
  readonly document: Document;
  readonly after: After;
  readonly title: string;
  readonly onLoaded: () => void;
  /** Another page than the return page stands where the bank has returned to. */
  readonly onAstray: () => void;
}

/** Milliseconds that a shell gets to leave the session history as it was. */
const leaveWithin = 500;

type End = (result: StepUpResult) => void;
type Fail = (error: unknown) => void;

/**
 * The challenge (spec 3.1 step 7): the bank's page in a frame of the dialog the element opens, or instead of
 * the page (redirect). It resolves with how the window ended and knows nothing of the verdict. It rejects
 * with `step-up-url-refused` when the address is unfit or the page's own policy forbids it, with
 * `shell-unreachable`, with what `open` rejected with, or with the caller's abort reason. Everything it put
 * into the page is gone when it settles.
 */
export function createStepUp(options: StepUpOptions): StepUp {
  const {document = window.document, after = browserAfter} = options;
  return {
    async present({accessToken, url, windowSize, frameUrl}, {signal, time}) {
      const challenge: Challenge = {
        url: safeAddress(url, 'step-up-url-refused', 'The address of the step-up'),
        jwt: accessToken,
        shell: frameUrl === undefined ? undefined : safeAddress(frameUrl, 'shell-unreachable', 'frame_url'),
        document,
        after,
        title: options.title?.() ?? 'Confirmation by your bank',
        onLoaded: () => options.onLoaded?.(),
        onAstray: () => options.onFault?.(astray()),
      };
      return scoped<StepUpResult>(signal, (end, fail, scope) => {
        if (options.mode() === 'redirect') {
          leave(challenge, options.host?.() ?? document.body, end, fail, scope);
          return;
        }
        const back = options.returnUrl?.();
        const returnOrigin = back === undefined ? pageOrigin() : new URL(back, document.baseURI).origin;
        options
          .open({windowSize: readChallengeWindow(windowSize), signal: scope, ...(time && {time})})
          .then(({container, closed}) => {
            if (scope.aborted) return;
            if (challenge.shell !== undefined)
              return showInShell(challenge, challenge.shell, {container, closed}, end, fail, scope);
            closed.then(() => end({outcome: 'closed'}), fail);
            showDirectly(challenge, returnOrigin, container, end, fail, scope);
          })
          .catch(fail);
      });
    },
  };
}

/** Browser features that a bank's page may use, named for one origin (guarantees 2.5). */
function bankPermissions(origin: string): string {
  return `payment ${origin}; publickey-credentials-get ${origin}`;
}

function showInShell(
  {url, jwt, document, after, title, onLoaded, onAstray}: Challenge,
  shell: URL,
  {container, closed}: StepUpDialog,
  end: End,
  fail: Fail,
  signal: AbortSignal,
): void {
  const frame = makeFrame(document, {
    title,
    src: shell.href,
    allow: bankPermissions(shell.origin),
  });
  let send: ((command: ShellCommand) => void) | undefined;
  const close = (): void => end({outcome: 'closed'});
  closed.then(() => {
    // Only the shell, while it is there, can take its steps out of the way of the browser's Back.
    send?.({type: 'leave'});
    if (send) afterUnless(signal, after, leaveWithin, close);
    else close();
  }, fail);
  speakWithShell({
    frame,
    origin: shell.origin,
    connected(sender) {
      send = sender;
      send({type: 'step-up', url: url.href, jwt, target: 'frame'});
    },
    after,
    signal,
    fail,
    hear: (report) => {
      if (report.type === 'loaded') onLoaded();
      if (report.type === 'astray') onAstray();
      if (report.type === 'left' || report.type === 'back') close();
      if (report.type === 'returned') end({outcome: 'returned'});
      if (report.type === 'refused') fail(refused(`the shell frame refuses the address: ${report.reason}`));
    },
  });
  place(frame, container, signal);
}

function showDirectly(
  {url, jwt, document, title, onLoaded, onAstray}: Challenge,
  returnOrigin: string,
  container: HTMLElement,
  end: End,
  fail: Fail,
  signal: AbortSignal,
): void {
  const name = freshName();
  const frame = makeFrame(document, {
    title,
    name,
    sandbox: stepUpSandbox,
    allow: bankPermissions(url.origin),
  });
  const page = document.defaultView ?? window;
  const returned = (): void => end({outcome: 'returned'});
  listenToFrame(page, {frame, origin: returnOrigin, read: readReturnMessage}, returned, signal);
  const refuse = (directive: string): void => fail(forbidden(directive, url));
  onPolicyViolation(document, url.origin, ['form-action', 'frame-src'], refuse, signal);
  place(frame, container, signal);
  const load = (): void => {
    const inside = frame.contentDocument;
    if (inside?.URL === 'about:blank') return;
    if (!inside || url.origin === page.origin) return onLoaded();
    // The page's own origin, so the bank is done, whichever page it is.
    if (!isMarked(inside, 'return')) onAstray();
    returned();
  };
  frame.addEventListener('load', load, {signal});
  if (!postForm(document, {action: url, target: name, fields: {JWT: jwt}})) refuse('form-action');
}

/** Redirect mode: the page is replaced. The promise ends when the browser says that it is being left. */
function leave(
  {url, jwt, shell, document, after, title}: Challenge,
  host: ParentNode,
  end: End,
  fail: Fail,
  signal: AbortSignal,
): void {
  const page = document.defaultView ?? window;
  page.addEventListener('pagehide', () => end({outcome: 'leaving'}), {signal});
  if (shell === undefined) {
    const refuse = (directive: string): void => fail(forbidden(directive, url));
    onPolicyViolation(document, url.origin, ['form-action'], refuse, signal);
    if (!postForm(document, {action: url, target: '_top', fields: {JWT: jwt}})) refuse('form-action');
    return;
  }
  const frame = makeFrame(document, {title, src: shell.href, hidden: true});
  speakWithShell({
    frame,
    origin: shell.origin,
    connected: (send) => send({type: 'step-up', url: url.href, jwt, target: 'top'}),
    after,
    signal,
    fail,
    hear: (report) => {
      if (report.type === 'refused') fail(refused(`the shell frame refuses the address: ${report.reason}`));
    },
  });
  placeHidden(frame, host, signal);
}

function place(frame: HTMLIFrameElement, container: HTMLElement, signal: AbortSignal): void {
  signal.addEventListener('abort', () => frame.remove(), {once: true});
  container.append(frame);
}

/** Closed reader of what the return page posts (decision 0002). */
function readReturnMessage(data: Plain): true | undefined {
  const message = closedRecord(data, ['cardVault', 'type']);
  return message?.['cardVault'] === 'return' && message['type'] === 'returned' ? true : undefined;
}

/** No failure: what happened is read from the service. */
function astray(): CardVaultError {
  return new CardVaultError(
    'shell-unreachable',
    'The bank has returned to the return page of the kit, and another page of the shop answers there, such as that of ' +
      'a router or a service worker: it has to leave that address to the kit.',
  );
}

function forbidden(directive: string, url: URL): CardVaultError {
  return refused(
    `the page's policy forbids it (${directive}); let the shop's server name a frame_url, or allow ${url.origin}`,
  );
}

function refused(why: string): CardVaultError {
  return new CardVaultError('step-up-url-refused', `The step-up cannot start: ${why}.`);
}
