import type {
  ReturnMessage,
  ShellCommand,
  ShellConnect,
  ShellReport,
} from '../../../../../src/protocol/shell.js';

/**
 * The shell of the hosted pages (decision 0002): a page of the service that may frame and post to any bank,
 * so that the page with the card fields need not. It takes orders only over the port that its parent window
 * gave it, believes only the frame that it made itself, and reports nothing but that the step-up ended.
 */
const own = location.origin;
let port: MessagePort | undefined;
let job:
  | {readonly type: ShellCommand['type']; readonly origin: string; readonly frame: HTMLIFrameElement}
  | undefined;

type Plain = Readonly<Record<string, unknown>>;
const isPlain = (value: unknown): value is Plain => typeof value === 'object' && value !== null;
const report = (message: ShellReport) => port?.postMessage(message);

const isLoopback = (host: string) => /^(localhost|.*\.localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(host);

/** The address, or in a word why nothing is sent there. */
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
    // What the frame shows at first is empty and ours; the bank's page cannot be looked into.
    const inside = frame.contentDocument;
    if (inside === null || inside.URL !== 'about:blank') report({type: 'loaded'});
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

function obey(command: unknown): void {
  if (!isPlain(command) || (command['type'] !== 'device-data' && command['type'] !== 'step-up')) return;
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

/** How device data collection ended, in either form (wire 3); nothing for any other message. */
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
  if (!isPlain(message)) return undefined;
  const inner = isPlain(message['Payload']) ? message['Payload'] : undefined;
  if (
    inner
      ? !/^(SUCCESS|ERROR)$/.test(String(inner['ActionCode']))
      : message['MessageType'] !== 'profile.completed'
  ) {
    return undefined;
  }
  const sessionId = inner ? inner['SessionId'] : (message['SessionId'] ?? message['Session Id']);
  const good = inner ? inner['ActionCode'] === 'SUCCESS' : message['Status'] !== false;
  const named = typeof sessionId === 'string' && /^[\x21-\x7e]{1,256}$/.test(sessionId);
  return good && named ? {type: 'completed', sessionId} : {type: 'failed'};
}

function connect({data, ports}: MessageEvent<unknown>): void {
  const hello: ShellConnect = {cardVault: 'shell', type: 'connect'};
  const [first] = ports;
  if (!isPlain(data) || data['cardVault'] !== hello.cardVault || data['type'] !== hello.type) return;
  if (ports.length !== 1 || first === undefined) return;
  port = first;
  port.onmessage = (message: MessageEvent<unknown>) => obey(message.data);
  report({type: 'ready'});
}

function hear(event: MessageEvent<unknown>): void {
  if (event.source === parent && event.origin === own && port === undefined) {
    connect(event);
    return;
  }
  if (job === undefined || event.source !== job.frame.contentWindow) return;
  if (job.type === 'step-up') {
    const back: ReturnMessage = {cardVault: 'return', type: 'returned'};
    const {data} = event;
    const returned = isPlain(data) && data['cardVault'] === back.cardVault && data['type'] === back.type;
    if (event.origin === own && returned) report({type: 'returned'});
    return;
  }
  const end = event.origin === job.origin ? readDeviceData(event.data) : undefined;
  if (end === undefined) return;
  job.frame.remove();
  job = undefined;
  report(end);
}

if (parent !== window) {
  addEventListener('message', hear);
  document.addEventListener('securitypolicyviolation', ({effectiveDirective}) => {
    if (/^(form-action|frame-src)/.test(effectiveDirective)) report({type: 'refused', reason: 'policy'});
  });
}
