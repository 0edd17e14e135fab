/**
 * Script of the shell (decision 0002): a page of the service that may frame and post to every bank, so that
 * the page with the card fields need not. It takes commands only over the port from its parent window,
 * accepts messages only from the frame that it created, and reports only how each command ended.
 */
import {collectorSandbox, stepUpSandbox} from '../../../../../src/protocol/sandboxes.js';
import type {
  ReturnMessage,
  ShellCommand,
  ShellConnect,
  ShellReport,
} from '../../../../../src/protocol/shell.js';

const ownOrigin = location.origin;
/** Connects to the page with the card fields. */
let port: MessagePort | undefined;
/** The command under way, with the bank's frame. */
let job:
  | {readonly type: ShellCommand['type']; readonly origin: string; readonly frame: HTMLIFrameElement}
  | undefined;

type PlainObject = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is PlainObject => typeof value === 'object' && value !== null;
const report = (message: ShellReport) => port?.postMessage(message);

const isLoopback = (host: string) => /^(localhost|.*\.localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(host);

/** Returns the URL of a bank, or the reason why nothing may be sent to it. */
function readBankUrl(text: string): URL | string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url) return 'no-address';
  if (url.username !== '' || url.password !== '') return 'credentials-in-address';
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
  return isSafe ? url : 'not-https';
}

/** Adds an empty frame for the bank's page. */
function addFrame(type: ShellCommand['type'], origin: string): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  frame.name = `bank-${crypto.getRandomValues(new Uint32Array(4)).join('-')}`;
  frame.referrerPolicy = 'no-referrer';
  if (type === 'device-data') {
    frame.title = 'Device check';
    frame.className = 'hidden';
    frame.tabIndex = -1;
    frame.setAttribute('aria-hidden', 'true');
  } else {
    frame.title = document.title;
    frame.allow = `publickey-credentials-get ${origin}; payment ${origin}`;
  }
  frame.setAttribute('sandbox', type === 'device-data' ? collectorSandbox : stepUpSandbox);
  frame.addEventListener('load', () => {
    // The frame first loads an empty page of this origin. The document of the bank's page cannot be read.
    const content = frame.contentDocument;
    if (content === null || content.URL !== 'about:blank') report({type: 'loaded'});
  });
  document.body.append(frame);
  return frame;
}

/** Posts the JWT to the bank. `target` is the name of a frame, or `_top`. */
function post(url: URL, jwt: string, target: string): void {
  const form = document.createElement('form');
  const field = document.createElement('input');
  Object.assign(form, {method: 'post', action: url.href, target});
  Object.assign(field, {type: 'hidden', name: 'JWT', value: jwt});
  form.append(field);
  document.body.append(form);
  form.submit();
  form.remove();
}

function runCommand(command: unknown): void {
  if (!isObject(command) || (command['type'] !== 'device-data' && command['type'] !== 'step-up')) return;
  const {type, url: text, jwt, target} = command;
  if (typeof text !== 'string' || typeof jwt !== 'string') return;
  const urlOrReason = readBankUrl(text);
  if (typeof urlOrReason === 'string') {
    report({type: 'refused', reason: urlOrReason});
    return;
  }
  const url = urlOrReason;
  job?.frame.remove();
  job = undefined;
  if (type === 'step-up' && target === 'top') {
    post(url, jwt, '_top');
    return;
  }
  job = {type, origin: url.origin, frame: addFrame(type, url.origin)};
  post(url, jwt, job.frame.name);
}

/** A message as an object, also if the bank sent it as JSON text. */
function readObject(data: unknown): PlainObject | undefined {
  let message = data;
  if (typeof data === 'string') {
    if (data.length > 4096) return undefined;
    try {
      message = JSON.parse(data);
    } catch {
      return undefined;
    }
  }
  return isObject(message) ? message : undefined;
}

/**
 * Reads how device data collection ended. The message has one of two formats: with a `Payload`, or flat
 * (wire 3).
 *
 * @returns undefined for any other message.
 */
function readDeviceData(data: unknown): ShellReport | undefined {
  const message = readObject(data);
  if (!message) return undefined;
  const payload = message['Payload'];
  if (isObject(payload)) {
    const code = payload['ActionCode'];
    if (code !== 'SUCCESS' && code !== 'ERROR') return undefined;
    return deviceDataReport(code === 'SUCCESS', payload['SessionId']);
  }
  if (message['MessageType'] !== 'profile.completed') return undefined;
  return deviceDataReport(message['Status'] !== false, message['SessionId'] ?? message['Session Id']);
}

function deviceDataReport(succeeded: boolean, sessionId: unknown): ShellReport {
  const isValidId = typeof sessionId === 'string' && /^[\x21-\x7e]{1,256}$/.test(sessionId);
  return succeeded && isValidId ? {type: 'completed', sessionId} : {type: 'failed'};
}

function connect({data, ports}: MessageEvent<unknown>): void {
  const expected: ShellConnect = {cardVault: 'shell', type: 'connect'};
  const [parentPort] = ports;
  if (!isObject(data) || data['cardVault'] !== expected.cardVault || data['type'] !== expected.type) return;
  if (ports.length !== 1 || parentPort === undefined) return;
  port = parentPort;
  port.onmessage = (message: MessageEvent<unknown>) => runCommand(message.data);
  report({type: 'ready'});
}

function receive(event: MessageEvent<unknown>): void {
  if (event.source === parent && event.origin === ownOrigin && port === undefined) {
    connect(event);
    return;
  }
  if (job === undefined || event.source !== job.frame.contentWindow) return;
  if (job.type === 'step-up') {
    // The frame has left the bank for the service's return page, so its origin is the service's.
    if (event.origin === ownOrigin && isReturnMessage(event.data)) report({type: 'returned'});
    return;
  }
  const result = event.origin === job.origin ? readDeviceData(event.data) : undefined;
  if (result === undefined) return;
  job.frame.remove();
  job = undefined;
  report(result);
}

function isReturnMessage(data: unknown): boolean {
  const expected: ReturnMessage = {cardVault: 'return', type: 'returned'};
  return isObject(data) && data['cardVault'] === expected.cardVault && data['type'] === expected.type;
}

if (parent !== window) {
  addEventListener('message', receive);
  document.addEventListener('securitypolicyviolation', ({effectiveDirective}) => {
    if (/^(form-action|frame-src)/.test(effectiveDirective)) report({type: 'refused', reason: 'policy'});
  });
}
