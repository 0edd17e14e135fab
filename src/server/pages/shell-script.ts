import {collectorSandbox, stepUpSandbox} from '../../protocol/sandboxes.js';

/**
 * The shell's script (decision 0002), as the text that is sent and hashed. It answers the page's first connection on the
 * transferred port, makes one inner frame for a command, posts the form into it, and reports only that something ended.
 *
 * - It listens to the window that holds it, at its own origin, until the first port has come; then to that port alone.
 * - Back closes a step-up: an entry of the shell's own lies above each page of the bank's in the session history, and the
 *   shell goes back below all of them at the end (decision 0069).
 * - From inside it believes only the very frame it made: the device data page at the origin of the address it was given
 *   (both message forms of wire 3), and the return page at its own origin. Any page of its own origin there means that the
 *   bank is done: a router or a service worker of the shop may answer in the return page's place.
 */
export const shellScript = `
(() => {
  'use strict';
  if (parent === window) return;
  const own = location.origin;
  let port;
  let job;
  let ground;
  let length = 0;
  let leaving = false;

  const report = (message) => port && port.postMessage(message);
  const isRecord = (value) => typeof value === 'object' && value !== null;
  const isLoopback = (host) => /^(localhost|.*\\.localhost|127(\\.\\d{1,3}){3}|\\[::1\\])$/.test(host);

  const addressOf = (text) => {
    let url;
    try { url = new URL(text); } catch { return 'no-address'; }
    if (url.username || url.password) return 'credentials-in-address';
    if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname))) return 'not-https';
    return url;
  };

  const makeFrame = (step) => {
    const frame = document.createElement('iframe');
    frame.name = 'inner-' + crypto.getRandomValues(new Uint32Array(4)).join('-');
    frame.referrerPolicy = 'strict-origin';
    if (step.type === 'device-data') {
      frame.title = 'Device check';
      frame.className = 'hidden';
      frame.tabIndex = -1;
      frame.setAttribute('aria-hidden', 'true');
      frame.setAttribute('sandbox', '${collectorSandbox}');
    } else {
      frame.title = document.title;
      frame.allow = 'publickey-credentials-get ' + step.origin + '; payment ' + step.origin;
      frame.setAttribute('sandbox', '${stepUpSandbox}');
    }
    document.body.append(frame);
    frame.addEventListener('load', () => {
      const inside = frame.contentDocument;
      if (inside && inside.URL === 'about:blank') return;
      if (step.type === 'step-up' && inside && step.origin !== own) {
        if (!inside.querySelector('meta[name=card-vault][content=return]')) report({type: 'astray'});
        return void leave('returned');
      }
      report({type: 'loaded'});
      if (step.type === 'step-up') guard();
    });
    return frame;
  };

  const guard = () => {
    if (leaving || !window.navigation || !navigation.currentEntry) return;
    ground = ground || navigation.currentEntry.key;
    if (length === history.length) return;
    history.pushState('step-up', '');
    length = history.length;
  };

  // Without its frame the bank's entries change nothing any more, and are passed on the way.
  const leave = async (type) => {
    leaving = true;
    if (job && job.frame) job.frame.remove();
    job = undefined;
    if (ground && navigation.currentEntry.key !== ground) {
      const late = new Promise((resolve) => setTimeout(resolve, 400));
      await Promise.race([navigation.traverseTo(ground).finished, late]).catch(() => undefined);
    }
    report({type});
  };

  addEventListener('popstate', () => {
    if (!leaving && ground) leave('back');
  });

  const submit = (url, jwt, target) => {
    const form = document.createElement('form');
    const field = document.createElement('input');
    form.method = 'post';
    form.action = url;
    form.target = target;
    field.type = 'hidden';
    field.name = 'JWT';
    field.value = jwt;
    form.append(field);
    document.body.append(form);
    form.submit();
    form.remove();
  };

  const obey = (command) => {
    if (isRecord(command) && command.type === 'leave') return void leave('left');
    if (!isRecord(command) || (command.type !== 'device-data' && command.type !== 'step-up')) return;
    if (typeof command.url !== 'string' || typeof command.jwt !== 'string') return;
    const url = addressOf(command.url);
    if (typeof url === 'string') return report({type: 'refused', reason: url});
    if (job && job.frame) job.frame.remove();
    job = {type: command.type, origin: url.origin};
    if (command.type === 'step-up' && command.target === 'top') return submit(url.href, command.jwt, '_top');
    job.frame = makeFrame(job);
    submit(url.href, command.jwt, job.frame.name);
  };

  const readDeviceData = (data) => {
    let message = data;
    if (typeof data === 'string') {
      if (data.length > 4096) return;
      try { message = JSON.parse(data); } catch { return; }
    }
    if (!isRecord(message)) return;
    const inner = isRecord(message.Payload) ? message.Payload : undefined;
    if (!inner && message.MessageType !== 'profile.completed') return;
    if (inner && inner.ActionCode !== 'SUCCESS' && inner.ActionCode !== 'ERROR') return;
    const sessionId = inner ? inner.SessionId : message.SessionId || message['Session Id'];
    const good = inner ? inner.ActionCode === 'SUCCESS' : message.Status !== false;
    const named = typeof sessionId === 'string' && /^[\\x21-\\x7e]{1,256}$/.test(sessionId);
    return good && named ? {type: 'completed', sessionId} : {type: 'failed'};
  };

  const connect = (event) => {
    const {data, ports} = event;
    if (!isRecord(data) || data.cardVault !== 'shell' || data.type !== 'connect' || ports.length !== 1) return;
    port = ports[0];
    port.onmessage = (message) => obey(message.data);
    report({type: 'ready'});
  };

  addEventListener('message', (event) => {
    if (event.source === parent && event.origin === own && !port) return connect(event);
    if (!job || !job.frame || event.source !== job.frame.contentWindow) return;
    if (job.type === 'step-up') {
      const {data} = event;
      if (event.origin === own && isRecord(data) && data.cardVault === 'return' && data.type === 'returned') {
        leave('returned');
      }
      return;
    }
    if (event.origin !== job.origin) return;
    const outcome = readDeviceData(event.data);
    if (!outcome) return;
    job.frame.remove();
    job = undefined;
    report(outcome);
  });

  document.addEventListener('securitypolicyviolation', (event) => {
    if (/^(form-action|frame-src)/.test(event.effectiveDirective)) report({type: 'refused', reason: 'policy'});
  });
})();
`;
