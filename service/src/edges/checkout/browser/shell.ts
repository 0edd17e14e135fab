import type {
  ReturnMessage,
  ShellCommand,
  ShellConnect,
  ShellReport,
} from '../../../../../src/protocol/shell.js';

/**
 * The shell of the hosted pages (decision 0002): a page of the service that may frame and post to any bank,
 * so that the page with the card fields need not. It takes commands only over the port from its parent
 * window, accepts messages only from the frame that it created, and reports only that the step-up has ended.
 */
const ownOrigin = location.origin;
let port: MessagePort | undefined;
let job:
  | {readonly type: ShellCommand['type']; readonly origin: string; readonly frame: HTMLIFrameElement}
  | undefined;

type PlainObject = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is PlainObject => typeof value === 'object' && value !== null;
const report = (message: ShellReport) => port?.postMessage(message);

const isLoopback = (host: string) => /^(localhost|.*\.localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(host);

/** Returns the URL, or the reason why nothing may be sent to it. */
function readAddress(text: string): URL | string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url) return 'no-address';
  if (url.username !== '' || url.password !== '') return 'credentials-in-address';
  const safe = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
  return safe ? url : 'not-https';
}

function frameFor(type: ShellCommand['type'], origin: string): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  frame.name = `bank-${crypto.getRandomValues(new Uint32Array(4)).join('-')}`;
  frame.referrerPolicy = 'no-referrer';
  const allowed = ['allow-forms', 'allow-same-origin', 'allow-scripts'];
  if (type === 'device-data') {
    frame.title = 'Device check';
    frame.className = 'hidden';
    frame.tabIndex = -1;
    frame.setAttribute('aria-hidden', 'true');
  } else {
    frame.title = 'Your bank';
    frame.allow = `publickey-credentials-get ${origin}; payment ${origin}`;
    allowed.push('allow-pointer-lock', 'allow-popups');
  }
  frame.setAttribute('sandbox', allowed.join(' '));
  frame.addEventListener('load', () => {
    // The frame first loads an empty page of this origin. The document of the bank's page cannot be read.
    const content = frame.contentDocument;
    if (content === null || content.URL !== 'about:blank') report({type: 'loaded'});
  });
  document.body.append(frame);
  return frame;
}

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
  const url = readAddress(text);
  if (typeof url === 'string') {
    report({type: 'refused', reason: url});
    return;
  }
  job?.frame.remove();
  job = undefined;
  if (type === 'step-up' && target === 'top') {
    post(url, jwt, '_top');
    return;
  }
  job = {type, origin: url.origin, frame: frameFor(type, url.origin)};
  post(url, jwt, job.frame.name);
}

/** Reads how device data collection ended, in both formats (wire 3); undefined for any other message. */
function readDeviceData(data: unknown): ShellReport | undefined {
  let message = data;
  if (typeof data === 'string') {
    if (data.length > 4096) return undefined;
    try {
      message = JSON.parse(data);
    } catch {
      return undefined;
    }
  }
  if (!isObject(message)) return undefined;
  const payload = isObject(message['Payload']) ? message['Payload'] : undefined;
  if (
    payload
      ? !/^(SUCCESS|ERROR)$/.test(String(payload['ActionCode']))
      : message['MessageType'] !== 'profile.completed'
  ) {
    return undefined;
  }
  const sessionId = payload ? payload['SessionId'] : (message['SessionId'] ?? message['Session Id']);
  const succeeded = payload ? payload['ActionCode'] === 'SUCCESS' : message['Status'] !== false;
  const isValidId = typeof sessionId === 'string' && /^[\x21-\x7e]{1,256}$/.test(sessionId);
  return succeeded && isValidId ? {type: 'completed', sessionId} : {type: 'failed'};
}

function connect({data, ports}: MessageEvent<unknown>): void {
  const hello: ShellConnect = {cardVault: 'shell', type: 'connect'};
  const [first] = ports;
  if (!isObject(data) || data['cardVault'] !== hello.cardVault || data['type'] !== hello.type) return;
  if (ports.length !== 1 || first === undefined) return;
  port = first;
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
    const expected: ReturnMessage = {cardVault: 'return', type: 'returned'};
    const {data} = event;
    const returned =
      isObject(data) && data['cardVault'] === expected.cardVault && data['type'] === expected.type;
    if (event.origin === ownOrigin && returned) report({type: 'returned'});
    return;
  }
  const end = event.origin === job.origin ? readDeviceData(event.data) : undefined;
  if (end === undefined) return;
  job.frame.remove();
  job = undefined;
  report(end);
}

if (parent !== window) {
  addEventListener('message', receive);
  document.addEventListener('securitypolicyviolation', ({effectiveDirective}) => {
    if (/^(form-action|frame-src)/.test(effectiveDirective)) report({type: 'refused', reason: 'policy'});
  });
}
