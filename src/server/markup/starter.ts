/**
 * The script behind the tag, as the text that is sent (decisions 0053, 0092). It names no credential: the
 * shopper's own cookie says who asks. Nothing of the page is written into it, so that it has one hash.
 *
 * It begins the session request first. In a page that has little before the tag the form is near; in a longer
 * one the layout is asked. A page that came back from a redirect begins nothing: a run may be taken up. Nor
 * does one that the browser only prepares: it may never be opened.
 *
 * Where the page has the fields' library, by the address and the hash that the session's capture context
 * names, both fields are brought up in the skeleton: as soon as answer, library and tag are there. Where it
 * knows the fields' documents too, it loads them meanwhile, and gives them the context itself: they are live
 * without the library, which then takes them over (decision 0096). It is given them after a fifth of a second
 * in any case, and tells those that have not loaded by then. How they look is asked once they are there: the
 * layout that it takes would keep them waiting. The answer is read by an XMLHttpRequest, which has it whole
 * in one step. Every other answer is left to the element, which has the words for it.
 *
 * An element of the page that is named like a member of the document or of the form stands before it, so an
 * author of HTML without scripts could answer for them: where the session lies above all. The script takes
 * these members from their prototypes.
 *
 * Until the element is there, the script refuses a submission of the form with a sentence, empties the fields
 * with the form, and hands the element a press on a field that was only drawn. A card that is optional holds
 * the form once something is typed.
 */
export const starterScript = compact(`
(script) => {
  const tag = script && script.previousElementSibling;
  if (!tag || tag.localName !== 'card-vault') return;
  const {dataset: {session: url, library, integrity, frame: early, modules}, nonce} = script;
  const own = (name) => Reflect.get(Document.prototype, name, document);
  const make = (name) => own('createElement').call(document, name);
  const listen = (target, ...rest) => EventTarget.prototype.addEventListener.apply(target, rest);
  const listed = (list) => [].slice.call(list);
  const freshId = () => crypto.getRandomValues(new Uint32Array(4)).join('-');
  const end = new AbortController();
  const watch = new AbortController();
  const slots = new Map([['number', 'number'], ['securityCode', 'security-code']]);
  let frames = [];
  let isShown;
  let isAdopted;
  let typed;
  const isOver = () => end.signal.aborted || !tag.isConnected || tag.closest('[disabled]') || tag.querySelector('card-vault-field');
  const form = () => tag.shadowRoot && tag.shadowRoot.querySelector('div.form');
  const show = () => {
    if (isOver()) return;
    isShown = true;
    for (const {parentElement: place, style} of frames) {
      place.dataset.live = '';
      style.opacity = '1';
    }
    performance.mark?.('card-vault-live');
    if (!form()) return;
    form().removeAttribute('aria-hidden');
    form().setAttribute('data-live', '');
  };
  const remove = () => {
    for (const frame of frames) {
      if (frame.parentElement) delete frame.parentElement.dataset.live;
      frame.remove();
    }
    if (!isShown || !form()) return;
    isShown = false;
    form().removeAttribute('data-live');
    form().setAttribute('aria-hidden', 'true');
  };
  const placeOf = (slot) => {
    const place = make('div');
    place.slot = slot;
    place.hidden = true;
    return tag.querySelector('[slot=' + slot + ']') || tag.appendChild(place);
  };
  const blocked = new Promise((done) => {
    if (library) listen(document, 'securitypolicyviolation', ({blockedURI, disposition, effectiveDirective}) => {
      const host = new URL(library).origin;
      const isOurs = blockedURI === host || blockedURI.startsWith(host + '/');
      if (isOurs && disposition === 'enforce' && effectiveDirective === 'frame-src') done();
    }, {signal: watch.signal});
  });
  const load = () => {
    if (!new URL(early).searchParams.getAll('origin').includes(origin) || !tag.shadowRoot || tag.querySelector('[slot=number],[slot=security-code],card-vault-field')) return;
    const microform = freshId();
    for (const [name, slot] of slots) {
      const frame = make('iframe');
      frame.sandbox = 'allow-scripts allow-same-origin allow-forms';
      frame.referrerPolicy = 'no-referrer';
      frame.allow = '';
      frame.loading = 'eager';
      frame.frameBorder = '0';
      frame.scrolling = 'no';
      frame.title = tag.shadowRoot.querySelector('slot[name=' + slot + ']').dataset.label;
      frame.dataset.microform = microform;
      frame.style.cssText = 'border:0;display:block;width:100%;height:100%;min-width:0;min-height:0;max-width:none;max-height:none;margin:0;padding:0;float:none;transform:none;'.replaceAll(';', '!important;') + 'background:transparent;opacity:0';
      frame.onload = () => {
        frame.dataset.loaded = '';
        if (connect) connect(frame);
      };
      frame.src = early + '#' + name;
      placeOf(slot).append(frame);
      frames.push(frame);
    }
  };
  const loaded = new Promise((done) => {
    for (const type of ['load', 'error'])
      listen(document, type, ({target}) => target.src === library && done(window.Flex), {capture: true, signal: watch.signal});
  });
  let connect;
  const connectAll = (jwt, words, look) => new Promise((done) => {
    setTimeout(done, 200);
    const waiting = new Set(frames);
    connect = (frame) => {
      if (!frame.parentElement.slot) return;
      const {port1, port2} = new MessageChannel();
      frame.port = port1;
      frame.heard = [];
      port1.onmessage = ({data}) => {
        const {type, state} = data;
        frame.heard.push(data);
        if (type === 'change' && !state.empty) typed = true;
        if (type === 'focus' || type === 'blur') words[frame.parentElement.slot].box.toggleAttribute('data-focused', type === 'focus');
        if (type !== 'ready' || !waiting.delete(frame) || waiting.size) return;
        show();
        done();
        try {
          const options = look();
          for (const {port} of frames) port.postMessage({type: 'update', options});
        } catch {}
      };
      port1.postMessage({type: 'start', jwt, options: words[frame.parentElement.slot].options});
      frame.contentWindow.postMessage({cardVault: 'microform', type: 'connect', channel: '', microformId: frame.dataset.microform}, new URL(early).origin, [port2]);
    };
    frames.filter(({dataset}) => dataset.loaded !== undefined).forEach(connect);
  });
  const preload = (wanted) => own('head').append(Object.assign(make('link'), {nonce}, wanted));
  const mount = async ({capture_context: jwt, entry_mode: mode = 'flex', features = []}) => {
    const claims = jwt.split('.')[1].replace(/-/g, '+').replace(/_/g, '/');
    const {ctx: [{data}]} = JSON.parse(atob(claims));
    const {clientLibrary, clientLibraryIntegrity, targetOrigins, merchant, earlyFrame} = data;
    if (clientLibrary !== library || clientLibraryIntegrity !== integrity) {
      const how = {rel: 'preload', as: 'script', crossOrigin: 'anonymous', referrerPolicy: 'no-referrer'};
      return preload({...how, integrity: clientLibraryIntegrity || '', href: clientLibrary});
    }
    if (mode !== 'flex' || !targetOrigins.includes(origin)) return;
    const root = tag.shadowRoot;
    const words = {};
    for (const {name, dataset, parentElement: box} of listed(root ? root.querySelectorAll('.box slot') : [])) {
      const {label, hint: description, placeholder} = dataset;
      words[name] = {box, options: {title: label, 'aria-label': label, 'aria-required': true, description, placeholder}};
    }
    const pinned = tag.getAttribute('merchant');
    if (!words.number || (pinned && pinned !== merchant) || isOver()) return;
    const look = () => {
      const style = getComputedStyle(root.querySelector('.probe'));
      const {color, backgroundColor: background, outlineColor} = style;
      const input = {color};
      for (const name of ['font-family', 'font-size', 'font-style', 'font-weight', 'font-variant-numeric', 'line-height', 'text-rendering'])
        input[name] = style.getPropertyValue(name);
      const opaque = features.includes('microform-extras') && !/rgba|\\//.test(background);
      return {styles: {input, '::placeholder': {color: outlineColor, opacity: '1'}}, ...(opaque && {background})};
    };
    if (earlyFrame !== early) remove();
    else if (frames.length) await connectAll(jwt, words, look);
    const Library = await loaded;
    if (typeof Library !== 'function' || isOver()) return;
    if (frames.some(({isConnected, parentElement}) => !isConnected || !parentElement.slot)) remove();
    const session = new Library(jwt).microform('card', {styles: {}});
    const begun = {
      jwt, session, fields: {}, places: {}, heard: [],
      hear: (heard) => heard.event === 'inputSubmitRequest' || begun.heard.push(heard)
    };
    const bringUp = (live, fail) => {
      const names = new Set(slots.keys());
      end.signal.addEventListener('abort', fail);
      blocked.then(fail);
      for (const [name, slot] of slots) {
        const {box, options} = words[slot];
        const field = session.createField(name, options);
        field.on('load', () => {
          names.delete(name);
          if (!names.size) live();
        });
        field.on('error', fail);
        for (const event of ['focus', 'blur', 'change', 'inputSubmitRequest', 'autocomplete', 'covered', 'error'])
          try {
            field.on(event, (data) => {
              if (event === 'change' && data && data.empty === false && tag.begunSession) tag.begunSession.typed = true;
              if (event === 'focus' || event === 'blur') box.toggleAttribute('data-focused', event === 'focus');
              begun.hear({event, field: name, data});
            });
          } catch {}
        begun.fields[name] = field;
        begun.places[name] = placeOf(slot);
      }
      connect = undefined;
      for (const name of slots.keys()) begun.fields[name].load(begun.places[name]);
      frames = Object.values(begun.places).flatMap((place) => listed(place.querySelectorAll('iframe')));
    };
    await new Promise(bringUp);
    isAdopted = true;
    const {hear} = begun;
    end.signal.addEventListener('abort', () => begun.hear === hear && remove());
    if (!isShown) {
      show();
      try {
        const seen = look();
        for (const name of slots.keys()) begun.fields[name].update(seen);
      } catch {}
    }
    return begun;
  };
  const begin = (ahead) => {
    const request = new XMLHttpRequest();
    const key = freshId();
    request.open('POST', url);
    request.setRequestHeader('Content-Type', 'application/json');
    request.setRequestHeader('Idempotency-Key', key);
    end.signal.onabort = () => {
      request.abort();
      if (!isAdopted) remove();
    };
    const done = new Promise((done, fail) => {
      request.onload = done;
      request.onerror = request.onabort = () => fail(new TypeError('The session request failed.'));
    });
    request.send('{}');
    const answer = done.then(() => {
      const {responseText, responseURL: value, status} = request;
      return Object.defineProperty(new Response(responseText || null, {status}), 'url', {value});
    });
    answer.catch(() => {}).then(() => setTimeout(ahead, 100));
    const fields = done.then(() => mount(JSON.parse(request.responseText))).catch(() => {}).then((begun) => {
      watch.abort();
      typed = false;
      return begun || remove();
    });
    tag.begunSession = {url, key, answer, ...(library && {fields}), abort: () => end.abort()};
    if (early) load();
  };
  const isNew = () => {
    try {
      return !Object.keys(sessionStorage).some((key) => key.startsWith('card-vault:' + location.pathname + ':'));
    } catch {
      return true;
    }
  };
  const isNear = () => own('getElementsByTagName').call(document, '*').length <= 120 || tag.getBoundingClientRect().top < innerHeight + 200;
  const ahead = () => {
    for (const [href, integrity] of JSON.parse(modules || '[]')) preload({rel: 'modulepreload', integrity, href});
  };
  if (url && !customElements.get(tag.localName) && !tag.closest('[disabled]') && !own('prerendering') && isNew() && isNear()) begin(ahead);
  else ahead();
  const hold = tag.querySelector('input[slot=waiting]');
  if (hold) {
    hold.setCustomValidity(hold.getAttribute('aria-label'));
  }
  const owner = hold ? hold.form : tag.closest('form');
  if (owner) listen(owner, 'reset', (event) => setTimeout(() => {
    const {begunSession} = tag;
    if (event.defaultPrevented) return;
    typed = false;
    const waiting = isAdopted ? [] : frames.filter(({port}) => port);
    for (const frame of waiting) {
      frame.port.postMessage({type: 'clear'});
      frame.heard = frame.heard.filter(({type}) => type !== 'change');
    }
    if (!begunSession || !begunSession.fields || customElements.get(tag.localName)) return;
    begunSession.typed = false;
    if (!waiting.length) begunSession.fields.then((begun) => {
      if (begun) for (const name of slots.keys()) begun.fields[name].clear();
    });
  }));
  if (owner) listen(owner, 'submit', (event) => {
    const {begunSession} = tag;
    if (hold ? hold.disabled || !hold.isConnected : !typed && (!begunSession || !begunSession.typed)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (hold) hold.reportValidity();
  }, true);
  let field;
  const note = (event) => {
    const pressed = event.composedPath()[0].closest('div.form .field');
    if (pressed) field = pressed.classList[1];
  };
  tag.addEventListener('mousedown', note);
  customElements.whenDefined(tag.localName).then(() => tag.updateComplete).then(() => {
    tag.removeEventListener('mousedown', note);
    const drawn = field && own('activeElement') === own('body') && tag.shadowRoot.querySelector('.field.' + field);
    if (!drawn) return;
    const input = drawn.querySelector('input');
    if (input) input.focus();
    else drawn.querySelector('.box').dispatchEvent(new MouseEvent('mousedown', {bubbles: true, cancelable: true}));
  });
}`);

/** Called with the script itself, which finds the tag beside it. */
function compact(text: string): string {
  return `(${text.trim().replace(/\n\s*/g, ' ')})(Reflect.get(Document.prototype, 'currentScript', document))`;
}
