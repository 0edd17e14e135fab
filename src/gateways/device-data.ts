import type {CallOptions, DeviceDataCollection, DeviceDataResult} from '../flow/index.js';
import {CardVaultError} from '../protocol/index.js';
import {collectorSandbox} from '../protocol/sandboxes.js';
import {safeAddress} from './addresses.js';
import {readDeviceDataMessage} from './device-data-message.js';
import {listenToFrame} from './frame-message.js';
import {freshName, makeFrame, placeHidden} from './frames.js';
import {prepareShell, runInShell} from './hidden-shell.js';
import {postForm} from './form-post.js';
import {onPolicyViolation} from './policy-violation.js';
import {scoped} from './scoped.js';
import {browserAfter, type After} from './waiting.js';

/** Where and how the collector's frame lives. */
export interface DeviceDataOptions {
  /** Parent of the hidden frame; asked for anew for every collection. */
  readonly host: () => HTMLElement | ParentNode;
  /** Told what the shop has to put right where a save goes on without device data. */
  readonly onFault?: (error: CardVaultError) => void;
  readonly document?: Document;
  readonly after?: After;
}

/** A collection that may load the shop's shell frame ahead. */
export interface PreparedCollection extends DeviceDataCollection {
  /**
   * Loads the shell that the next collection uses; it is taken away when the signal aborts before that. A
   * shell that cannot be loaded is left to that collection to report.
   * @throws CardVaultError `shell-unreachable` when the address is unfit.
   */
  prepare(frameUrl: string, options: CallOptions): void;
}

/** Checked request of one collection. */
interface Collection {
  readonly document: Document;
  readonly parent: ParentNode;
  readonly after: After;
  readonly url: URL;
  readonly jwt: string;
}

type End = (result: DeviceDataResult) => void;
type Fail = (error: CardVaultError) => void;

/**
 * Device data collection (spec 3.1 step 5) through the shell frame, or by a form post of the page itself
 * where the shop serves no shell. A collector that fails is an outcome, and so is a shell that cannot be
 * reached: a save without a step-up needs neither. How long a silent collector is waited for is the caller's to
 * say. It rejects with `device-data-url-refused` when the address is unfit or the page's own policy forbids it,
 * with `shell-unreachable` when that of the shell is unfit, or with the caller's abort reason.
 */
export function createDeviceDataCollection(options: DeviceDataOptions): PreparedCollection {
  const {document = window.document, after = browserAfter, onFault} = options;
  return {
    prepare(frameUrl, {signal}) {
      if (signal.aborted) return;
      prepareShell({document, after, parent: options.host(), url: shellAddress(frameUrl)}, signal);
    },

    async collect({accessToken, url, frameUrl}, {signal}) {
      const collection: Collection = {
        document,
        after,
        jwt: accessToken,
        parent: options.host(),
        url: safeAddress(url, 'device-data-url-refused', 'The address of device data collection'),
      };
      return scoped<DeviceDataResult>(signal, (end, fail, scope) => {
        let isCollected = false;
        const collected: End = (result) => {
          isCollected = result.outcome === 'collected';
          end(result);
        };
        const gone = laterIf(() => isCollected, scope, after);
        if (frameUrl === undefined) collectDirectly(collection, collected, fail, scope, gone);
        else {
          const failed: Fail = (error) => {
            if (error.code !== 'shell-unreachable') return fail(error);
            onFault?.(error);
            end({outcome: 'failed'});
          };
          collectInShell(collection, frameUrl, collected, failed, scope, gone);
        }
      });
    },
  };
}

/**
 * Aborts with `signal`, or one task later where the frame has done its work: to take a frame out keeps a
 * browser busy, and the next request of the save should not wait for it.
 */
function laterIf(isDone: () => boolean, signal: AbortSignal, after: After): AbortSignal {
  const own = new AbortController();
  const abort = (): void => own.abort();
  signal.addEventListener('abort', () => (isDone() ? after(0, abort) : abort()), {once: true});
  return own.signal;
}

const shellAddress = (frameUrl: string): URL => safeAddress(frameUrl, 'shell-unreachable', 'frame_url');

function collectInShell(
  {document, parent, after, url, jwt}: Collection,
  frameUrl: string,
  end: End,
  fail: Fail,
  signal: AbortSignal,
  gone: AbortSignal,
): void {
  runInShell(
    {document, parent, after, url: shellAddress(frameUrl)},
    {
      command: {type: 'device-data', url: url.href, jwt},
      fail,
      hear: (report) => {
        if (report.type === 'completed') end({outcome: 'collected', sessionId: report.sessionId});
        if (report.type === 'failed') end({outcome: 'failed'});
        if (report.type === 'refused') fail(refused(`the shell frame refuses the address: ${report.reason}`));
      },
    },
    signal,
    gone,
  );
}

function collectDirectly(
  {document, parent, url, jwt}: Collection,
  end: End,
  fail: Fail,
  signal: AbortSignal,
  gone: AbortSignal,
): void {
  const name = freshName();
  const frame = makeFrame(document, {title: 'Device check', name, sandbox: collectorSandbox, hidden: true});
  const page = document.defaultView ?? window;
  listenToFrame(page, {frame, origin: url.origin, read: readDeviceDataMessage}, end, signal);
  const forbidden = (directive: string): void =>
    fail(
      refused(
        `the page's policy forbids it (${directive}); let the shop's server name a frame_url, or allow ${url.origin}`,
      ),
    );
  onPolicyViolation(document, url.origin, ['form-action', 'frame-src'], forbidden, signal);
  placeHidden(frame, parent, gone);
  if (!postForm(document, {action: url, target: name, fields: {JWT: jwt}})) forbidden('form-action');
}

function refused(why: string): CardVaultError {
  return new CardVaultError('device-data-url-refused', `Device data collection cannot start: ${why}.`);
}
