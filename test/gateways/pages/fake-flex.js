/**
 * A card field library with the interface of wire 2.2 for the gateways' tests. The capture context's claims say how it
 * behaves; `window.fakeFlex` lets a test look at it and speak for it.
 */
(() => {
  const log = (window.fakeFlex = window.fakeFlex ?? {loads: 0, sessions: []});
  log.loads += 1;

  class Field {
    constructor(type, options, claims) {
      Object.assign(this, {type, options, claims, listeners: {}, updates: [], calls: [], disposed: false});
    }
    on(event, listener) {
      if (event === this.claims.unknown) throw fault('FIELD_SUBSCRIBE_UNSUPPORTED_EVENT');
      (this.listeners[event] = this.listeners[event] ?? []).push(listener);
    }
    emit(event, data) {
      for (const listener of this.listeners[event] ?? []) listener(data);
    }
    load(container) {
      if (this.claims.thrown) throw new RangeError('of the library');
      if (!(container instanceof HTMLElement)) throw fault('FIELD_LOAD_INVALID_CONTAINER');
      this.container = container;
      container.classList.add('flex-microform');
      this.frame = document.createElement('iframe');
      this.frame.title = 'secure payment field';
      this.frame.src = this.claims.frame ?? new URL('field.html', script);
      this.frame.addEventListener('load', () => {
        // A frame that a policy blocks loads, too: the field must say itself that it is there.
        const {port1, port2} = new MessageChannel();
        port1.onmessage = () => {
          if (this.claims.silent !== this.type && this.claims.silent !== true) this.emit('load', {});
        };
        this.frame.contentWindow?.postMessage('there?', '*', [port2]);
      });
      container.append(this.frame);
      if (this.claims.error) this.emit('error', fault(this.claims.error));
    }
    update(options) {
      this.updates.push(options);
    }
    clear() {
      this.calls.push('clear');
    }
    focus() {
      this.calls.push('focus');
    }
    dispose() {
      this.disposed = true;
      if (this.claims.stubborn) throw fault('FIELD_UNLOAD_ERROR');
      this.frame?.remove();
      this.container?.classList.remove('flex-microform');
    }
  }

  const fault = (reason, details = []) => ({
    name: 'MicroformError',
    reason,
    message: 'Entry 4111111111111111 refused',
    correlationId: 'c-1',
    informationLink: 'https://example.invalid/',
    details,
  });

  const script = document.currentScript.src;

  window.Flex = class {
    constructor(jwt) {
      this.claims = JSON.parse(atob(jwt.split('.')[1]));
      if (this.claims.refused) throw fault('CAPTURE_CONTEXT_INVALID');
    }
    microform(type, options) {
      const session = {type, options, fields: {}, requests: [], claims: this.claims};
      session.createField = (name, fieldOptions) =>
        (session.fields[name] = new Field(name, fieldOptions, this.claims));
      session.createToken = (request, callback) => {
        session.requests.push(request);
        session.answer = (error, token) => callback(error, token);
        session.fault = (reason, details) => callback(fault(reason, details));
        if (this.claims.token) callback(null, this.claims.token);
      };
      log.sessions.push(session);
      return session;
    }
  };
})();
