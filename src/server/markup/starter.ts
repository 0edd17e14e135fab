/**
 * The script behind the tag, as the text that is sent (decisions 0053, 0092). It names no credential: the shopper's own cookie
 * says who asks. Nothing of the page is written into it, so that it has one hash.
 *
 * It begins the session request first. In a page that has little before the tag the form is near; in a longer one the layout is
 * asked. A page that came back from a redirect begins nothing: a run may be taken up.
 *
 * Where the page has the fields' library, by the address and the hash that the session's capture context names, both fields
 * are brought up in the skeleton: as soon as answer, library and tag are there. How they look is asked once they are there:
 * the layout that it takes would keep them waiting. The answer is read by an XMLHttpRequest, which has it whole in one step.
 * Whatever does not fit is left to the element, which has the words for it.
 *
 * Until the element is there, the script refuses a submission of the form with a sentence, empties the fields with the form, and
 * hands the element a press on a field that was only drawn. A card that is optional holds the form once something is typed.
 */
export const starterScript = compact(`
({previousElementSibling: tag, dataset: {session: url, library, integrity}, nonce}) => {
  const end = new AbortController();
  const watch = new AbortController();
  const loaded = new Promise((done) => {
    for (const type of ['load', 'error'])
      document.addEventListener(type, ({target}) => target.src === library && done(window.Flex), {capture: true, signal: watch.signal});
  });
  const preload = (href, integrity) => {
    const link = document.createElement('link');
    link.rel = 'preload';
    link.as = 'script';
    link.crossOrigin = 'anonymous';
    link.referrerPolicy = 'no-referrer';
    link.integrity = integrity || '';
    link.nonce = nonce;
    link.href = href;
    document.head.append(link);
  };
  const mount = async ({capture_context: jwt, entry_mode: mode = 'flex', features = []}) => {
    const claims = jwt.split('.')[1].replace(/-/g, '+').replace(/_/g, '/');
    const {ctx: [{data}], exp} = JSON.parse(atob(claims));
    const {clientLibrary, clientLibraryIntegrity, targetOrigins, merchant} = data;
    if (clientLibrary !== library || clientLibraryIntegrity !== integrity) return preload(clientLibrary, clientLibraryIntegrity);
    if (mode !== 'flex' || !targetOrigins.includes(origin) || exp * 1000 - Date.now() < 60000) return;
    const Library = await loaded;
    const root = tag.shadowRoot;
    const words = {};
    for (const {name, dataset, parentElement: box} of root?.querySelectorAll('.box slot') ?? []) words[name] = {...dataset, box};
    const pinned = tag.getAttribute('merchant');
    if (typeof Library !== 'function' || !words.number || (pinned && pinned !== merchant)) return;
    if (end.signal.aborted || !tag.isConnected || tag.closest('[disabled]') || tag.querySelector('card-vault-field')) return;
    const session = new Library(jwt).microform('card', {styles: {}});
    const frames = [];
    const begun = {
      jwt, session, fields: {}, places: {}, heard: [],
      hear: (heard) => heard.event === 'inputSubmitRequest' || begun.heard.push(heard)
    };
    const look = () => {
      const style = getComputedStyle(root.querySelector('.probe'));
      const {color, backgroundColor: background, outlineColor} = style;
      const input = {color};
      for (const name of ['font-family', 'font-size', 'font-style', 'font-weight', 'font-variant-numeric', 'line-height', 'text-rendering'])
        input[name] = style.getPropertyValue(name);
      const opaque = features.includes('microform-extras') && !/rgba|\\//.test(background);
      return {styles: {input, '::placeholder': {color: outlineColor, opacity: '1'}}, ...(opaque && {background})};
    };
    const bringUp = (live, fail) => {
      const names = new Map([['number', 'number'], ['securityCode', 'security-code']]);
      end.signal.addEventListener('abort', fail);
      const host = new URL(library).origin;
      document.addEventListener('securitypolicyviolation', ({blockedURI, disposition, effectiveDirective}) => {
        const isOurs = blockedURI === host || blockedURI.startsWith(host + '/');
        if (isOurs && disposition === 'enforce' && effectiveDirective === 'frame-src') fail();
      }, {signal: watch.signal});
      for (const [name, slot] of [...names]) {
        const {label, hint: description, placeholder, box} = words[slot];
        const field = session.createField(name, {title: label, 'aria-label': label, 'aria-required': true, description, placeholder});
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
        const place = document.createElement('div');
        place.slot = slot;
        place.hidden = true;
        begun.fields[name] = field;
        begun.places[name] = tag.querySelector('[slot=' + slot + ']') || tag.appendChild(place);
      }
      for (const name in begun.places) {
        begun.fields[name].load(begun.places[name]);
        frames.push(...begun.places[name].querySelectorAll('iframe'));
      }
    };
    try {
      await new Promise(bringUp);
    } catch (error) {
      for (const frame of frames) frame.remove();
      throw error;
    }
    const {hear} = begun;
    end.signal.addEventListener('abort', () => {
      if (begun.hear === hear) for (const frame of frames) frame.remove();
    });
    for (const name in begun.places) begun.places[name].dataset.live = '';
    performance.mark('card-vault-live');
    try {
      const seen = look();
      for (const name in begun.fields) begun.fields[name].update(seen);
    } catch {}
    const form = root.querySelector('div.form');
    if (form) {
      form.removeAttribute('aria-hidden');
      form.setAttribute('data-live', '');
    }
    return begun;
  };
  const begin = () => {
    const request = new XMLHttpRequest();
    const key = crypto.randomUUID();
    request.open('POST', url);
    request.setRequestHeader('Content-Type', 'application/json');
    request.setRequestHeader('Idempotency-Key', key);
    end.signal.onabort = () => request.abort();
    const done = new Promise((done, fail) => {
      request.onload = done;
      request.onerror = request.onabort = () => fail(new TypeError('The session request failed.'));
    });
    request.send('{}');
    const answer = done.then(() => {
      const {responseText, responseURL: value, status} = request;
      return Object.defineProperty(new Response(responseText || null, {status}), 'url', {value});
    });
    answer.catch(() => {});
    const fields = done.then(() => mount(JSON.parse(request.responseText))).catch(() => {}).finally(() => watch.abort());
    tag.begunSession = {url, key, answer, ...(library && {fields}), abort: () => end.abort()};
  };
  const isNew = () => {
    try {
      return !Object.keys(sessionStorage).some((key) => key.startsWith('card-vault:' + location.pathname + ':'));
    } catch {
      return true;
    }
  };
  const isNear = () => document.getElementsByTagName('*').length <= 120 || tag.getBoundingClientRect().top < innerHeight + 200;
  if (url && !customElements.get(tag.localName) && !tag.closest('[disabled]') && isNew() && isNear()) begin();
  const hold = tag.querySelector('input[slot=waiting]');
  if (hold) {
    hold.setCustomValidity(hold.getAttribute('aria-label'));
  }
  const form = hold ? hold.form : tag.closest('form');
  if (form) form.addEventListener('reset', (event) => setTimeout(() => {
    const {begunSession} = tag;
    if (event.defaultPrevented || !begunSession || !begunSession.fields || customElements.get(tag.localName)) return;
    begunSession.typed = false;
    begunSession.fields.then((begun) => {
      for (const name in begun && begun.fields) begun.fields[name].clear();
    });
  }));
  if (form) form.addEventListener('submit', (event) => {
    const {begunSession} = tag;
    if (hold ? hold.disabled || !hold.isConnected : !begunSession || !begunSession.typed) return;
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
    const drawn = field && document.activeElement === document.body && tag.shadowRoot.querySelector('.field.' + field);
    if (!drawn) return;
    const input = drawn.querySelector('input');
    if (input) input.focus();
    else drawn.querySelector('.box').dispatchEvent(new MouseEvent('mousedown', {bubbles: true, cancelable: true}));
  });
}`);

/** Called with the script itself, which finds the tag beside it. */
function compact(text: string): string {
  return `(${text.trim().replace(/\n\s*/g, ' ')})(document.currentScript)`;
}
