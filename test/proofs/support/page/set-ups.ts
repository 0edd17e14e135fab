import type {Visit} from './visit.js';
import type {ShopPage} from './shop.js';

/** What the addresses of one rig are. */
export interface Places {
  readonly attacker: string;
  readonly fields: string;
  readonly shop: string;
}

/** One hostile page, in which the card cannot be read. */
export interface SetUp {
  readonly name: string;
  /** A script that runs before those of the page, and after the one that records what the page overhears. */
  readonly before?: (places: Places) => string;
  readonly page?: (places: Places) => ShopPage;
  /** What the page does once the fields are live. */
  readonly live?: (visit: Visit, places: Places) => Promise<void>;
  /** `saved` unless said: what such a page takes away may also end in an error, never in a hang of the shopper's tab. */
  readonly ends?: 'saved' | 'any';
  /** The element says that a field is covered. */
  readonly covered?: true;
  /** The short run has it. */
  readonly short?: true;
}

const names = [
  ...['mode', 'method', 'headers', 'signal', 'cache', 'type', 'data', 'state', 'name', 'error', 'code'],
  ...['tracker', 'origin', 'jwt', 'path', 'features', 'default', 'optional', 'required', 'once'],
];
const harmless = ['extend', 'each', 'toHex', 'isNumber', 'clone', 'first', 'last', 'remove'];

const spyOn = (owner: string, list: readonly string[]): string =>
  `for (const name of ${JSON.stringify(list)}) window.spy.spy(${owner}, name, (self, all) => [self, ...all]);`;

const cover = (style: string) => async (visit: Visit) => {
  await visit.page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`#cover { position: fixed; inset: 0; z-index: 9; ${text} }`);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    const cover = document.createElement('div');
    cover.id = 'cover';
    document.body.append(cover);
  }, style);
};

const overheard: readonly SetUp[] = [
  {name: 'fetch, requests and keys are overheard', short: true},
  {name: 'JSON is overheard', before: () => spyOn('JSON', ['parse', 'stringify'])},
  {
    name: 'ports and messages are overheard',
    short: true,
    before: () => `
      window.spy.spy(MessagePort.prototype, 'postMessage');
      window.spy.spy(window, 'postMessage');
      window.spy.spy(BroadcastChannel.prototype, 'postMessage');
      window.spy.property(MessageEvent.prototype, 'data');
      window.spy.property(MessageEvent.prototype, 'ports');`,
  },
  {
    name: 'values of inputs are overheard',
    before: () => `
      window.spy.property(HTMLInputElement.prototype, 'value');
      window.spy.property(HTMLElement.prototype, 'innerText');
      window.spy.property(Node.prototype, 'textContent');`,
  },
  {
    name: 'listeners are overheard',
    before: () => `
      const genuine = EventTarget.prototype.addEventListener;
      EventTarget.prototype.addEventListener = function (type, listener, options) {
        const heard = typeof listener === 'function'
          ? function (event) { window.spy.keep(event.data); window.spy.keep(event.detail); return listener.call(this, event); }
          : listener;
        return genuine.call(this, type, heard, options);
      };`,
  },
  {
    name: 'shadow trees are forced open',
    before: () => `
      const genuine = Element.prototype.attachShadow;
      Element.prototype.attachShadow = function (options) { return genuine.call(this, {...options, mode: 'open'}); };`,
  },
  {
    name: 'the element is registered through a hostile registry',
    before: () => `
      const genuine = CustomElementRegistry.prototype.define;
      CustomElementRegistry.prototype.define = function (name, type, options) {
        for (const key of Object.getOwnPropertyNames(type.prototype))
          if (key !== 'constructor' && typeof Object.getOwnPropertyDescriptor(type.prototype, key).value === 'function')
            window.spy.spy(type.prototype, key);
        return genuine.call(this, name, type, options);
      };`,
  },
  {name: 'promises are overheard', before: () => spyOn('Promise.prototype', ['then', 'catch', 'finally'])},
  {
    name: 'calls of functions are overheard',
    before: () => `
      const genuine = Reflect.apply;
      Reflect.apply = function (target, self, all) { window.spy.keep([...all]); return genuine(target, self, all); };
      Function.prototype.call = new Proxy(Function.prototype.call, {});`,
  },
  {
    name: 'texts and lists are overheard',
    before: () =>
      spyOn('String.prototype', ['replace', 'split', 'slice', 'trim', 'padStart', 'includes']) +
      spyOn('Array.prototype', ['map', 'filter', 'join', 'push', 'find']),
  },
  {
    name: 'WebCrypto of the page is overheard and its random numbers are known',
    short: true,
    before: () => `
      ${spyOn('SubtleCrypto.prototype', ['encrypt', 'importKey', 'verify', 'digest'])}
      Crypto.prototype.getRandomValues = (bytes) => bytes.fill(7);`,
  },
];

const polluted: readonly SetUp[] = [
  {
    name: 'prototypes have helpers of an old library',
    short: true,
    before: () =>
      `for (const name of ${JSON.stringify(harmless)}) { Object.prototype[name] = Array.prototype[name] = function () {}; }`,
  },
  {
    name: 'Object.prototype has the names of options and answers',
    ends: 'any',
    short: true,
    before: ({attacker}) =>
      `for (const name of ${JSON.stringify(names)}) Object.prototype[name] = ${JSON.stringify(attacker)};`,
  },
  {
    name: 'Object.prototype has the words of property descriptors',
    ends: 'any',
    before: () =>
      `for (const name of ['writable', 'enumerable', 'configurable']) Object.prototype[name] = true;`,
  },
  {
    name: 'Object.prototype has addresses',
    ends: 'any',
    before: ({attacker}) =>
      `for (const name of ['service_url', 'serviceUrl', 'frame_url', 'frameUrl', 'clientLibrary', 'mfOrigin', 'src', 'href', 'url'])
        Object.defineProperty(Object.prototype, name, {value: ${JSON.stringify(attacker)}, writable: true, configurable: true});`,
  },
  {
    name: 'Object.prototype is thenable',
    ends: 'any',
    before: () =>
      `Object.defineProperty(Object.prototype, 'then', {configurable: true, get() { window.spy.keep(this); return undefined; }});`,
  },
  {
    name: 'lists iterate through the page',
    before: () => `
      const genuine = Array.prototype[Symbol.iterator];
      Array.prototype[Symbol.iterator] = function () { window.spy.keep(this); return genuine.call(this); };`,
  },
  {
    name: 'the clock stands still',
    ends: 'any',
    before: () => `const now = Date.now(); Date.now = () => now; performance.now = () => 1;`,
  },
];

const clobbered: readonly SetUp[] = [
  {
    name: 'elements have the names of globals',
    short: true,
    page: () => ({
      head: [
        'customElements',
        'Flex',
        'JSON',
        'crypto',
        'fetch',
        'sessionStorage',
        'card-vault',
        'trustedTypes',
      ]
        .map((name) => `<a id="${name}" name="${name}" href="https://attacker.example/"></a>`)
        .join(''),
    }),
  },
  {
    name: 'elements have the names of what a document has',
    ends: 'any',
    page: () => ({
      head: ['head', 'createElement', 'querySelector', 'adoptedStyleSheets', 'defaultView', 'activeElement']
        .map((name) => `<form name="${name}"></form>`)
        .join(''),
    }),
  },
  {
    name: 'inputs of the form have the names of what a form has',
    page: () => ({
      body: `<form action="/elsewhere">TAG${['submit', 'action', 'elements', 'requestSubmit', 'checkValidity']
        .map((name) => `<input type="hidden" name="${name}">`)
        .join('')}</form>`,
      attributes: '',
    }),
    ends: 'any',
  },
  {
    name: 'a base address leads to the attacker',
    page: ({attacker}) => ({head: `<base href="${attacker}/">`}),
    ends: 'any',
    short: true,
  },
  {
    name: 'frames have the names that the product gives',
    page: () => ({
      body: `<iframe name="card-vault"></iframe><iframe name="number"></iframe><iframe id="number" name="microform"></iframe>TAG`,
    }),
  },
  {
    name: 'a look-alike of the library is there first',
    short: true,
    before: () =>
      `window.Flex = class { constructor(context) { window.spy.keep(context); } microform() { return {}; } };`,
  },
  {
    name: 'the library’s name cannot be taken',
    ends: 'any',
    before: () =>
      `Object.defineProperty(window, 'Flex', {value: class { constructor() { throw new Error('taken'); } }});`,
  },
];

const placed: readonly SetUp[] = [
  {
    name: 'a transparent cover lies over the fields',
    covered: true,
    short: true,
    live: cover('opacity: 0.01; pointer-events: none'),
  },
  {
    name: 'a coloured veil lies over the fields',
    covered: true,
    live: cover('background: rgb(0 0 255 / 20%); pointer-events: none'),
  },
  {
    name: 'the element is made transparent over other inputs',
    covered: true,
    live: async (visit) => {
      await visit.page.evaluate(() => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync('card-vault { opacity: 0.02 }');
        document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
      });
    },
  },
  {
    name: 'the attacker’s frame takes the place of a field',
    ends: 'any',
    page: () => ({policy: 'header'}),
    short: true,
    live: async (visit, {attacker}) => {
      await visit.page.evaluate((address) => {
        document.querySelector<HTMLIFrameElement>('card-vault [slot="number"] iframe')!.src = address;
      }, `${attacker}/look-alike`);
    },
  },
  {
    name: 'the sandbox and the name of the fields’ frames are changed',
    live: async (visit) => {
      await visit.page.evaluate(() => {
        for (const frame of document.querySelectorAll<HTMLIFrameElement>('card-vault iframe')) {
          frame.removeAttribute('sandbox');
          frame.name = 'taken';
          frame.allow = 'clipboard-read; clipboard-write';
        }
      });
    },
  },
  {
    name: 'selections and clipboard of the page are read all the time',
    live: async (visit) => {
      await visit.page.evaluate(() => {
        const {spy} = window as unknown as {spy: {keep(what: unknown): void}};
        setInterval(() => spy.keep(String(getSelection())), 10);
      });
    },
  },
];

/** Thirty pages, with the one of a service worker and the spying heap, which need more than a script. */
export const setUps: readonly SetUp[] = [...overheard, ...polluted, ...clobbered, ...placed];
