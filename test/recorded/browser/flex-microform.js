// The hosted-fields library, strictly by its reference: what the reference does not name, throws.
(() => {
  const fieldOptions = {
    placeholder: 'string',
    title: 'string',
    description: 'string',
    disabled: 'boolean',
    maskInput: 'boolean',
    styles: 'object',
    'aria-label': 'string',
    'aria-required': 'boolean',
  };
  const optionsOf = {
    number: {...fieldOptions, autoformat: 'boolean'},
    securityCode: {...fieldOptions, maxLength: 'number'},
  };
  const events = [
    'load',
    'unload',
    'focus',
    'blur',
    'change',
    'inputSubmitRequest',
    'autocomplete',
    'update',
    'error',
  ];
  const styleKeys = ['input', '::placeholder', ':focus', ':hover', ':disabled', 'valid', 'invalid'];
  const properties =
    /^(color|cursor|font|font-(family|kerning|size|size-adjust|stretch|style|variant(-[a-z-]+)?|weight)|line-height|opacity|text-(rendering|shadow)|((-(moz|ms|o|webkit)-)?transition)|-(moz|webkit)-osx-font-smoothing|-webkit-(font-smoothing|tap-highlight-color)|-moz-tap-highlight-color)$/;

  class MicroformError extends Error {
    constructor(reason, message, details = []) {
      super(message);
      Object.assign(this, {name: 'MicroformError', reason, details, informationLink: '', correlationId: ''});
    }
  }
  const refuse = (reason, message, details) => {
    throw new MicroformError(reason, message, details);
  };

  const contextOf = (jwt) => {
    try {
      const [, claims] = jwt.split('.');
      const text = atob(claims.replaceAll('-', '+').replaceAll('_', '/'));
      const context = JSON.parse(text);
      if (!/^mf-(2\.0\.0|0\.11\.\d+)$/.test(context.ctx[0].type) || !context.flx.jwk.kid) throw new Error();
      return context;
    } catch {
      return refuse('CAPTURE_CONTEXT_INVALID', 'The capture context cannot be read.');
    }
  };

  const checkStyles = (styles) => {
    for (const [key, rules] of Object.entries(styles)) {
      if (!styleKeys.includes(key)) refuse('UNKNOWN_REASON', `"${key}" is no state that can be styled.`);
      for (const name of Object.keys(rules))
        if (!properties.test(name)) refuse('UNKNOWN_REASON', `"${name}" is no property that can be styled.`);
    }
  };

  const checkOptions = (type, options) => {
    for (const [name, value] of Object.entries(options)) {
      const kind = optionsOf[type][name];
      if (!kind) refuse('UNKNOWN_REASON', `A field of type ${type} has no option "${name}".`);
      if (typeof value !== kind) refuse('UNKNOWN_REASON', `The option "${name}" is no ${kind}.`);
      if (name === 'maxLength' && value !== 3 && value !== 4)
        refuse('UNKNOWN_REASON', 'The option "maxLength" is neither 3 nor 4.');
    }
    if (options.styles) checkStyles(options.styles);
  };

  class Field {
    #host;
    #type;
    #options;
    #listeners = new Map(events.map((name) => [name, new Set()]));
    #id = crypto.randomUUID();
    #frame;
    #container;
    #heard = (event) => this.#hear(event);
    isLoaded = false;
    state = {valid: false};

    constructor(host, type, options) {
      this.#host = host;
      this.#type = type;
      this.#options = options;
    }

    load(place) {
      if (this.#frame) refuse('FIELD_ALREADY_LOADED', 'The field is loaded already.');
      const container = typeof place === 'string' ? document.querySelector(place) : place;
      if (typeof place === 'string' && !container)
        refuse('FIELD_LOAD_CONTAINER_SELECTOR', 'The selector finds no element.');
      if (!(container instanceof HTMLElement)) refuse('FIELD_LOAD_INVALID_CONTAINER', 'This is no element.');
      const {origin, kid, id, styles, jwt} = this.#host;
      const told = {
        microformType: 'card',
        microformId: id,
        microformConfig: {styles},
        fieldType: this.#type,
        fieldId: this.#id,
        config: this.#options,
        jwt,
      };
      const frame = document.createElement('iframe');
      frame.title = 'secure payment field';
      frame.src = `${origin}/microform/bundle/v2.6.0/iframe.html?keyId=${kid}#${encodeURIComponent(JSON.stringify(told))}`;
      Object.assign(frame.style, {border: '0', width: '100%', height: '100%'});
      addEventListener('message', this.#heard);
      container.classList.add('flex-microform');
      container.append(frame);
      this.#container = container;
      this.#frame = frame;
    }

    unload() {
      if (!this.#frame) refuse('FIELD_UNLOAD_ERROR', 'The field is not loaded.');
      removeEventListener('message', this.#heard);
      this.#frame.remove();
      this.#frame = undefined;
      this.isLoaded = false;
      for (const name of [...this.#container.classList])
        if (name.startsWith('flex-microform')) this.#container.classList.remove(name);
      this.#emit('unload');
    }

    dispose() {
      if (this.#frame) this.unload();
      this.#host.forget(this.#type);
      for (const listeners of this.#listeners.values()) listeners.clear();
    }

    clear() {
      this.tell('clear');
    }

    focus() {
      this.#frame?.focus();
      this.tell('focus');
    }

    update(options) {
      checkOptions(this.#type, options);
      this.#options = {...this.#options, ...options};
      this.tell('update', options);
    }

    on(name, listener) {
      this.#listenersOf(name, listener).add(listener);
    }

    off(name, listener) {
      this.#listenersOf(name, listener).delete(listener);
    }

    tell(command, data) {
      this.#frame?.contentWindow.postMessage({command, channel: this.#id, data}, this.#host.origin);
    }

    #listenersOf(name, listener) {
      if (!events.includes(name)) refuse('FIELD_SUBSCRIBE_UNSUPPORTED_EVENT', `There is no event "${name}".`);
      if (typeof listener !== 'function') refuse('FIELD_SUBSCRIBE_INVALID_CALLBACK', 'This is no function.');
      return this.#listeners.get(name);
    }

    #hear({origin, source, data}) {
      if (origin !== this.#host.origin || source !== this.#frame?.contentWindow) return;
      if (data?.channel !== this.#id) return;
      const {event, data: told} = data;
      if (event === 'load') this.isLoaded = true;
      if (event === 'token') return this.#host.answered(told);
      if (event === 'change') {
        this.state = told;
        this.#mark('valid', told.valid);
        this.#mark('invalid', !told.valid && !told.couldBeValid);
      }
      if (event === 'focus' || event === 'blur') this.#mark('focused', event === 'focus');
      this.#emit(event, event === 'error' ? new MicroformError(told.reason, told.message) : told);
    }

    #mark(state, isSo) {
      this.#container.classList.toggle(`flex-microform-${state}`, isSo);
    }

    #emit(name, data) {
      for (const listener of this.#listeners.get(name)) listener(data);
    }
  }

  class Microform {
    #fields = {};
    #host;
    #pending;

    constructor(jwt, context, styles) {
      const {origin} = new URL(context.ctx[0].data.mfOrigin);
      this.#host = {origin, kid: context.flx.jwk.kid, id: crypto.randomUUID(), styles, jwt};
      this.#host.forget = (type) => delete this.#fields[type];
      this.#host.answered = (told) => this.#finish(told);
    }

    createField(type, options = {}) {
      if (!Object.hasOwn(optionsOf, type))
        refuse('CREATE_FIELD_INVALID_FIELD_TYPE', `No field is of type ${type}.`);
      if (this.#fields[type]) refuse('CREATE_FIELD_DUPLICATE', `There is a field of type ${type} already.`);
      checkOptions(type, options);
      return (this.#fields[type] = new Field(this.#host, type, options));
    }

    createToken(options, callback) {
      if (typeof callback !== 'function') throw new TypeError('createToken needs a callback.');
      const problem = this.#problemOf(options);
      if (problem) return void queueMicrotask(() => callback(problem));
      this.#pending = callback;
      this.#fields.number.tell('tokenize', options);
    }

    #problemOf({expirationMonth, expirationYear, type, ...others}) {
      const [unknown] = Object.keys(others);
      if (unknown) refuse('UNKNOWN_REASON', `createToken has no option "${unknown}".`);
      if (type !== undefined && !/^\d{3}$/.test(type))
        refuse('UNKNOWN_REASON', 'The type is no code of a card.');
      const places = [];
      const isText = (value) => typeof value === 'string';
      if (!isText(expirationMonth) || !/^(0[1-9]|1[0-2])$/.test(expirationMonth))
        places.push('expirationMonth');
      if (!isText(expirationYear) || !/^20\d\d$/.test(expirationYear)) places.push('expirationYear');
      const detailsOf = (locations) => locations.map((location) => ({location, message: 'Validation error'}));
      if (places.length > 0)
        return new MicroformError(
          'CREATE_TOKEN_VALIDATION_PARAMS',
          'The expiry is refused.',
          detailsOf(places),
        );
      const {number, securityCode} = this.#fields;
      if (!number) return new MicroformError('CREATE_TOKEN_NO_FIELDS', 'There is no field for the number.');
      const own = {number, ...(securityCode && {securityCode})};
      if (Object.values(own).some(({isLoaded}) => !isLoaded))
        return new MicroformError('CREATE_TOKEN_NO_FIELDS_LOADED', 'The fields are not loaded.');
      const wrong = Object.keys(own).filter((name) => !own[name].state.valid);
      if (wrong.length > 0)
        return new MicroformError('CREATE_TOKEN_VALIDATION_FIELDS', 'A field is refused.', detailsOf(wrong));
      return undefined;
    }

    #finish({reason, message, details, jwt}) {
      const callback = this.#pending;
      this.#pending = undefined;
      if (reason) callback?.(new MicroformError(reason, message, details));
      else callback?.(null, jwt);
    }
  }

  globalThis.Flex = class Flex {
    #jwt;
    #context;

    constructor(jwt) {
      this.#jwt = jwt;
      this.#context = contextOf(jwt);
      if (this.#context.exp * 1000 < Date.now())
        refuse('CAPTURE_CONTEXT_EXPIRED', 'The capture context has run out.');
    }

    microform(first = {}, second = {}) {
      const {styles = {}, ...others} = typeof first === 'string' ? second : first;
      if (typeof first === 'string' && first !== 'card')
        refuse('UNKNOWN_REASON', `No form is of type ${first}.`);
      const [unknown] = Object.keys(others);
      if (unknown) refuse('UNKNOWN_REASON', `A form has no option "${unknown}".`);
      checkStyles(styles);
      return new Microform(this.#jwt, this.#context, styles);
    }
  };
})();
