/**
 * What a script of the page can overhear, kept in `window.overheard`. It is the text of a script that runs before all others,
 * so that nothing of it depends on how a proof is compiled.
 */
export const spyScript = `
if (window === window.top) {
  const overheard = [];
  const seen = new WeakSet();
  const {stringify} = JSON;
  const keep = (what) => {
    try {
      const text = typeof what === 'string' ? what : stringify(what);
      if (text) overheard[overheard.length] = text;
    } catch {}
  };
  Object.defineProperty(window, 'overheard', {value: overheard});
  const spy = (owner, name, read = (self, all) => [...all]) => {
    const genuine = owner && owner[name];
    if (typeof genuine !== 'function') return;
    owner[name] = function (...all) {
      try { for (const one of read(this, all)) keep(one); } catch {}
      return new.target ? Reflect.construct(genuine, all, new.target) : genuine.apply(this, all);
    };
    Object.setPrototypeOf(owner[name], genuine);
    owner[name].prototype = genuine.prototype;
  };
  const property = (owner, name) => {
    const genuine = Object.getOwnPropertyDescriptor(owner, name);
    if (!genuine || !genuine.get) return;
    Object.defineProperty(owner, name, {
      ...genuine,
      get() { const value = genuine.get.call(this); keep(value); return value; },
      ...(genuine.set && {set(value) { keep(value); genuine.set.call(this, value); }}),
    });
  };
  window.spy = {spy, property, keep};
  for (const type of ['keydown', 'keyup', 'keypress', 'beforeinput', 'input', 'change', 'paste', 'copy', 'drop'])
    addEventListener(type, (event) => {
      keep(type + ' ' + (event.key || '') + (event.data || ''));
      for (const target of event.composedPath()) if (target.value) keep(String(target.value));
    }, true);
  addEventListener('message', ({data}) => keep(data), true);
  spy(window, 'fetch', (self, [input, init]) => [String(input && input.url || input), init && init.body, init && init.headers]);
  spy(XMLHttpRequest.prototype, 'send');
  spy(Navigator.prototype, 'sendBeacon');
}
`;

/** What the page has gathered: everything overheard, its markup with shadow trees, its entries, its storage and its console. */
export const lootScript = `(() => {
  const texts = [...(window.overheard || []), location.href, document.title, document.cookie, name];
  const walk = (root) => {
    for (const element of root.querySelectorAll('*')) {
      if (typeof element.value === 'string') texts.push(element.value);
      for (const attribute of element.attributes) texts.push(attribute.name + '=' + attribute.value);
      if (element.shadowRoot) walk(element.shadowRoot);
    }
    texts.push(root.textContent || '');
  };
  walk(document);
  for (let index = 0; index < window.length; index += 1) {
    try { texts.push(window[index].document.documentElement.outerHTML); } catch {}
    try { texts.push(String(window[index].location.href)); } catch {}
  }
  try {
    for (const storage of [localStorage, sessionStorage]) texts.push(JSON.stringify({...storage}));
  } catch {}
  try { texts.push(JSON.stringify(history.state)); } catch {}
  for (const entry of performance.getEntries()) texts.push(entry.name);
  return texts.join('\\n');
})()`;
