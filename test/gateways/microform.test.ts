import {expect} from '@open-wc/testing';
import {
  createMicroformFields,
  type FieldEvent,
  type FieldSettings,
  type MicroformFields,
} from '../../src/gateways/index.js';
import {loadLive} from '../../src/gateways/microform.js';
import type {FieldOptions, MicroformLibrary} from '../../src/gateways/microform-library.js';
import {loadLibrary} from '../../src/gateways/library-script.js';
import {mountFields, takeDown} from '../../src/gateways/microform-mount.js';
import type {BegunFields, Heard} from '../../src/gateways/microform-mounted.js';
import type {CaptureContext, CardVaultError} from '../../src/protocol/index.js';
import {countListeners} from '../support/listeners.js';
import {codeOf, eventually, signal} from './support/doubles.js';
import {captureContext, otherOrigin, pages, runHarness, startBank} from './support/pages.js';
import {lastSession} from './support/flex.js';
import {waitUntil} from '../support/wait.js';

const token = 'aGVhZA.Ym9keQ.c2ln';
const expiry = {expirationMonth: '01', expirationYear: '2029'};

describe('hosted card fields (spec 3.1 step 3, wire 2)', () => {
  let number: HTMLElement;
  let securityCode: HTMLElement;
  let settings: FieldSettings;
  let events: FieldEvent[];
  let fields: MicroformFields;
  before(() => Promise.all([startBank(), loadLive()]));
  beforeEach(() => {
    number = document.body.appendChild(document.createElement('div'));
    securityCode = document.body.appendChild(document.createElement('div'));
    events = [];
    settings = {
      styles: {input: {color: 'navy'}},
      number: {placeholder: '0000', label: 'Card number', description: ''},
      securityCode: {
        ...{placeholder: '000', label: 'Security code'},
        description: '3 digits',
      },
      disabled: false,
    };
    fields = createFields();
  });
  afterEach(() => {
    fields.unmount();
    number.remove();
    securityCode.remove();
  });
  const createFields = (merchant?: string): MicroformFields =>
    createMicroformFields({
      places: () => ({number, securityCode}),
      settings: () => settings,
      onEvent: (event) => events.push(event),
      merchant,
    });
  const mount = async (claims: Record<string, unknown> = {}, changes: Partial<CaptureContext> = {}) =>
    fields.mount(await captureContext(claims, changes), {signal});

  it('puts both fields into their places and says when they are live', async () => {
    await mount();
    expect(number.querySelectorAll('iframe')).to.have.length(1);
    expect(securityCode.querySelectorAll('iframe')).to.have.length(1);
    expect(events).to.deep.equal([{type: 'loaded', networks: ['VISA']}]);
    expect(lastSession().type).to.equal('card');
    expect(lastSession().options.styles).to.deep.equal(settings.styles);
  });

  it('hosts fields of another origin', async () => {
    await mount({frame: `${otherOrigin}/test/gateways/pages/field.html`});
    expect(number.querySelector('iframe')!.contentDocument).to.equal(null);
  });

  describe('where the context names a frame that can be loaded before it (decision 0053)', () => {
    const earlyFrame = new URL('field.html?early', pages).href;
    const early = () => [...document.querySelectorAll<HTMLIFrameElement>(`iframe[src^="${earlyFrame}"]`)];

    it('loads it for each field while the library is on its way, as the library would', async () => {
      const mounting = mount({}, {earlyFrame});
      await eventually(() => early().length === 2);
      expect(early().map(({src, parentElement}) => [src, parentElement])).to.deep.equal([
        [`${earlyFrame}#number`, number],
        [`${earlyFrame}#securityCode`, securityCode],
      ]);
      expect(early().map(({title, role}) => [title, role])).to.deep.equal([
        ['Card number', 'presentation'],
        ['Security code', 'presentation'],
      ]);
      const [{sandbox, referrerPolicy}] = early() as [HTMLIFrameElement];
      expect([...sandbox].sort()).to.deep.equal(['allow-forms', 'allow-same-origin', 'allow-scripts']);
      expect(referrerPolicy).to.equal('no-referrer');
      await eventually(() => early().every(({dataset}) => dataset['loaded'] === ''));
      await mounting;
      fields.unmount();
      expect(early()).to.have.length(0);
    });

    it('leaves none when the library does not come, or nobody waits for it any more', async () => {
      const clientLibrary = `${otherOrigin}/test/gateways/pages/missing.js`;
      expect(await codeOf(mount({}, {earlyFrame, clientLibrary}))).to.equal('fields-blocked');
      expect(early()).to.have.length(0);
      const mounting = mount({}, {earlyFrame});
      await eventually(() => early().length === 2);
      fields.unmount();
      expect(early()).to.have.length(0);
      expect(await codeOf(mounting)).to.equal('not-ready');
      await mount({}, {earlyFrame});
    });
  });

  it('gives the frames our own titles, at once and after an update', async () => {
    await mount();
    expect(number.querySelector('iframe')!.title).to.equal('Card number');
    expect(number.querySelector('iframe')!.role).to.equal('presentation');
    expect(securityCode.querySelector('iframe')!.title).to.equal('Security code');
    settings = {...settings, disabled: true, number: {...settings.number, label: 'Kartennummer'}};
    fields.update();
    expect(number.querySelector('iframe')!.title).to.equal('Kartennummer');
    expect(lastSession().fields.number.updates.at(-1)).to.deep.include({
      disabled: true,
      title: 'Kartennummer',
      placeholder: '0000',
      'aria-label': 'Kartennummer',
    });
  });

  it('sends settings only when they have changed, also while the fields were coming up', async () => {
    await mount();
    const {number: field} = lastSession().fields;
    expect(field.updates).to.have.length(0);
    fields.update();
    expect(field.updates).to.have.length(0);
    settings = {...settings, number: {...settings.number, label: 'Kartennummer'}};
    fields.update();
    fields.update();
    expect(field.updates).to.have.length(1);

    const again = createFields();
    const comingUp = again.mount(await captureContext(), {signal});
    await waitUntil(() => lastSession().fields.number !== field);
    settings = {...settings, disabled: true};
    await comingUp;
    expect(lastSession().fields.number.updates).to.have.length(1);
    expect(lastSession().fields.number.updates[0]).to.deep.include({disabled: true});
    again.unmount();
  });

  it('asks again how the fields look once they are live', async () => {
    const asked: unknown[] = [];
    const context = await captureContext();
    await mountFields(
      {
        ...{document, context, places: () => ({number, securityCode})},
        load: loadLibrary,
        settings: (isLive) => (asked.push(isLive), isLive ? settings : {...settings, styles: {}}),
        show: () => expect(lastSession().fields.number.updates).to.have.length(0),
      },
      signal,
    ).then(takeDown);
    const {fields: mounted, options} = lastSession();
    expect(options.styles).to.deep.equal({});
    for (const {updates} of [mounted.number, mounted.securityCode]) {
      expect(updates).to.have.length(1);
      expect(updates[0]).to.deep.include({styles: settings.styles});
    }
    expect(asked.filter(Boolean)).to.deep.equal([true]);
  });

  it('tells the fields language and a wrong entry where the element says them', async () => {
    await mount();
    expect(lastSession().fields.number.options).not.to.have.any.keys('lang', 'aria-invalid');
    settings = {...settings, lang: 'ar', number: {...settings.number, invalid: true}};
    fields.update();
    expect(lastSession().fields.number.updates.at(-1)).to.deep.include({
      lang: 'ar',
      'aria-invalid': true,
    });
    expect(lastSession().fields.securityCode.updates.at(-1)).not.to.have.property('aria-invalid');
  });

  it('gives each input its description, and takes it back', async () => {
    await mount();
    const {fields: inputs} = lastSession();
    expect(inputs.securityCode.options).to.deep.include({description: '3 digits'});
    settings = {...settings, securityCode: {...settings.securityCode, description: 'Enter all 3 digits'}};
    fields.update();
    expect(inputs.securityCode.updates.at(-1)).to.deep.include({description: 'Enter all 3 digits'});
    settings = {...settings, securityCode: {...settings.securityCode, description: ''}};
    fields.update();
    expect(inputs.securityCode.updates.at(-1)).to.deep.include({description: ''});
  });

  it('loads the library once for two elements of a page', async () => {
    await mount();
    const other = createMicroformFields({
      places: () => ({number: securityCode, securityCode: number}),
      settings: () => settings,
      onEvent: () => undefined,
    });
    const loads = lastSession.loads();
    await other.mount(await captureContext(), {signal});
    expect(lastSession.loads()).to.equal(loads);
    other.unmount();
  });

  describe('that the page has brought up before', () => {
    /** As the script of `vault.markup()` does it. */
    async function bringUp(claims: Record<string, unknown> = {}): Promise<BegunFields> {
      await mount();
      fields.unmount();
      events.length = 0;
      const {jwt} = await captureContext(claims);
      const {Flex} = window as unknown as {Flex: MicroformLibrary};
      const begunSession = new Flex(jwt).microform('card', {styles: {}});
      const made = {
        number: begunSession.createField('number', {} as FieldOptions),
        securityCode: begunSession.createField('securityCode', {} as FieldOptions),
      };
      const heard: Heard[] = [];
      const begun: BegunFields = {
        ...{jwt, session: begunSession, fields: made, places: {number, securityCode}, heard},
        hear: (one) => void heard.push(one),
      };
      for (const name of ['number', 'securityCode'] as const) {
        for (const event of ['change', 'error', 'focus'] as const)
          made[name].on(event, (data) => begun.hear({event, field: name, data}));
        await new Promise<void>((live) => {
          made[name].on('load', () => live());
          made[name].load(name === 'number' ? number : securityCode);
        });
      }
      return begun;
    }
    const takeOver = (begun: Promise<BegunFields | undefined>): MicroformFields =>
      (fields = createMicroformFields({
        places: () => ({number, securityCode}),
        settings: () => settings,
        onEvent: (event) => events.push(event),
        begun: {fields: begun, abort: () => void begun.then((made) => made && takeDown(made))},
      }));
    const change = {empty: false, valid: false, couldBeValid: true, card: []};

    it('are taken over as they are, with all that they have said', async () => {
      const begun = await bringUp();
      const frame = number.querySelector('iframe');
      lastSession().fields.number.emit('change', change);
      lastSession().fields.securityCode.emit('focus', {});
      takeOver(Promise.resolve(begun));
      await mount();
      expect(number.querySelector('iframe') === frame).to.equal(true);
      expect(number.querySelectorAll('iframe')).to.have.length(1);
      await waitUntil(() => events.length === 3, 'what was heard is told');
      expect(events.map(({type}) => type)).to.deep.equal(['change', 'focus', 'loaded']);
      expect(lastSession().fields.number.updates.at(-1)).to.deep.include({
        ...{placeholder: '0000', title: 'Card number', disabled: false},
        styles: settings.styles,
      });
      expect(frame!.title).to.equal('Card number');
      lastSession().fields.number.emit('change', {...change, empty: true});
      expect(events.at(-1)).to.include({type: 'change', empty: true});
      lastSession().fields.number.emit('error', {reason: 'CREATE_TOKEN_TIMEOUT', details: []});
      await waitUntil(() => events.at(-1)!.type === 'error', 'an error is told');
    });

    it('make the token, and are taken down like others', async () => {
      takeOver(Promise.resolve(await bringUp({token})));
      await fields.mount(await captureContext({token}), {signal});
      expect(await fields.tokenize(expiry, {signal})).to.equal(token);
      fields.unmount();
      expect(number.querySelector('iframe') === null).to.equal(true);
      expect(lastSession().fields.number.disposed).to.equal(true);
    });

    it('are replaced where the session has another capture context by now, and at a second mount', async () => {
      takeOver(Promise.resolve(await bringUp({other: true})));
      await mount();
      expect(number.querySelectorAll('iframe')).to.have.length(1);
      const first = number.querySelector('iframe');
      expect(events.at(-1)!.type).to.equal('loaded');
      await mount();
      expect(number.querySelector('iframe') === first).to.equal(false);
      expect(number.querySelectorAll('iframe')).to.have.length(1);
    });

    it('are not taken over where the element is pinned to another merchant', async () => {
      const begun = await bringUp();
      fields = createMicroformFields({
        places: () => ({number, securityCode}),
        settings: () => settings,
        onEvent: (event) => events.push(event),
        ...{begun: {fields: Promise.resolve(begun), abort: () => takeDown(begun)}, merchant: 'pk_other'},
      });
      expect(await codeOf(mount())).to.equal('capture-context-invalid');
      expect(events).to.deep.equal([]);
      expect(number.querySelector('iframe') === null).to.equal(true);
    });

    it('are brought up by the element itself where the page has given up', async () => {
      takeOver(Promise.resolve(undefined));
      await mount();
      expect(events).to.deep.equal([{type: 'loaded', networks: ['VISA']}]);
    });
  });

  it('loads the script with the hash of the context, without credentials and referrer', async () => {
    await mount();
    const context = await captureContext();
    const [script] = document.querySelectorAll<HTMLScriptElement>(`script[src="${context.clientLibrary}"]`);
    expect(script?.integrity).to.equal(context.clientLibraryIntegrity);
    expect(script?.crossOrigin).to.equal('anonymous');
    expect(script?.referrerPolicy).to.equal('no-referrer');
  });

  it('loads a script without a hash where the context came without one', async () => {
    const {clientLibraryIntegrity: _, ...unhashed} = await captureContext();
    const clientLibrary = `${unhashed.clientLibrary}?${crypto.randomUUID()}`;
    await fields.mount({...unhashed, clientLibrary}, {signal});
    const [script] = document.querySelectorAll<HTMLScriptElement>(`script[src="${clientLibrary}"]`);
    expect(script?.hasAttribute('integrity')).to.equal(false);
    expect(events).to.deep.equal([{type: 'loaded', networks: ['VISA']}]);
  });

  describe('under a strict policy of the page', () => {
    const strict =
      "default-src 'none'; script-src 'nonce-n' 'strict-dynamic'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
      "form-action 'none'; base-uri 'none'; frame-src 'self'";
    const types = "; require-trusted-types-for 'script'; trusted-types ";
    const run = async (policy: string) =>
      runHarness({policy, run: 'microform', context: JSON.stringify(await captureContext())});

    it('works without a violation, with Trusted Types limited to card-vault', async () => {
      const report = await run(`${strict}${types}card-vault`);
      expect(report.harness).to.deep.equal({outcome: 'mounted'});
      expect(report.violations).to.deep.equal([]);
    });

    /** Admits the scripts of the page by their address, and the library not. */
    const byAddress = strict.replace(
      "'nonce-n' 'strict-dynamic'",
      `${location.origin}/src/ ${new URL('harness.ts', pages).href}`,
    );

    it('passes on the nonce where the policy knows nothing else', async () => {
      const report = await run(byAddress.replace('script-src', "script-src 'nonce-n'"));
      expect(report.harness).to.deep.equal({outcome: 'mounted'});
    });

    for (const [why, policy] of [
      ['Trusted Types do not admit card-vault', `${strict}${types}lit-html`],
      ['the script is not among those allowed', byAddress],
      ['the fields may not be framed', strict.replace("frame-src 'self'", "frame-src 'none'")],
    ] as const) {
      it(`says fields-blocked when ${why}`, async () => {
        const {harness} = await run(policy);
        expect(harness.code).to.equal('fields-blocked');
        expect(harness.message).to.contain('policy');
      });
    }
  });

  describe('refuses a capture context', () => {
    const unfit: [string, Partial<CaptureContext>][] = [
      ['without a hash', {clientLibraryIntegrity: ''}],
      ['with something else for a hash', {clientLibraryIntegrity: 'md5-abc'}],
      ['with a library over http elsewhere', {clientLibrary: 'http://flex.example/lib.js'}],
      ['with a script in the address', {clientLibrary: 'data:text/javascript,alert(1)'}],
      ['made for another page', {targetOrigins: ['https://other.example']}],
      ['made for no page', {targetOrigins: []}],
    ];
    for (const [name, changes] of unfit) {
      it(name, async () => {
        const scripts = document.scripts.length;
        expect(await codeOf(mount({}, changes))).to.equal('capture-context-invalid');
        expect(document.scripts.length).to.equal(scripts);
      });
    }

    it('made for another merchant than the page names, or for none that is named', async () => {
      fields = createFields('sec_shop');
      for (const merchant of ['sec_other', undefined])
        expect(await codeOf(mount({}, {merchant}))).to.equal('capture-context-invalid');
      await mount({}, {merchant: 'sec_shop'});
      expect(number.querySelectorAll('iframe')).to.have.length(1);
    });

    it('that the library refuses', async () => {
      expect(await codeOf(mount({refused: true}))).to.equal('capture-context-invalid');
    });
  });

  describe('when the library does not come', () => {
    const elsewhere = (name: string) => new URL(`${name}?${crypto.randomUUID()}`, pages).href;

    // shows: time 41
    it('says fields-blocked for a missing script and leaves no tag', async () => {
      const clientLibrary = elsewhere('missing.js');
      expect(await codeOf(mount({}, {clientLibrary}))).to.equal('fields-blocked');
      expect(document.querySelector(`script[src="${clientLibrary}"]`)).to.equal(null);
    });

    it('says fields-blocked for a script with another hash, and tries again at the next mount', async () => {
      const clientLibrary = elsewhere('fake-flex.js');
      const clientLibraryIntegrity = `sha256-${btoa('x'.repeat(32))}`;
      expect(await codeOf(mount({}, {clientLibrary, clientLibraryIntegrity}))).to.equal('fields-blocked');
      await mount({}, {clientLibrary});
      expect(events).to.deep.equal([{type: 'loaded', networks: ['VISA']}]);
    });

    it('says fields-blocked for a script that is no card field library', async () => {
      const {Flex} = window as {Flex?: unknown};
      try {
        Object.assign(window, {Flex: document.createElement('a')});
        const clientLibrary = elsewhere('shell.js');
        const bytes = await (await fetch(clientLibrary)).arrayBuffer();
        const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
        const clientLibraryIntegrity = `sha256-${btoa(String.fromCharCode(...hash))}`;
        expect(await codeOf(mount({}, {clientLibrary, clientLibraryIntegrity}))).to.equal('fields-blocked');
      } finally {
        Object.assign(window, {Flex});
      }
    });

    it('keeps the library it loaded when a script of the page puts another in its place', async () => {
      await mount();
      const {Flex} = window as {Flex?: unknown};
      try {
        Object.assign(window, {Flex: undefined});
        await mount();
        expect(number.querySelectorAll('iframe')).to.have.length(1);
      } finally {
        Object.assign(window, {Flex});
      }
    });

    // shows: time 42
    it('waits for a field that never comes up until its caller gives up, and recovers at the next mount', async () => {
      const caller = new AbortController();
      const context = await captureContext({silent: 'securityCode', stubborn: true});
      const result = fields.mount(context, caller).catch(String);
      await eventually(() => securityCode.childElementCount > 0);
      caller.abort(new Error('too long'));
      expect(await result).to.equal('Error: too long');
      expect(number.childElementCount + securityCode.childElementCount).to.equal(0);
      await mount();
      expect(events).to.deep.equal([{type: 'loaded', networks: ['VISA']}]);
    });

    it('says fields-blocked when a field fails for a reason it does not know', async () => {
      expect(await codeOf(mount({error: 'UNKNOWN_REASON', silent: true}))).to.equal('fields-blocked');
    });

    it('tells what a script has thrown, of the library or of the page, as unexpected, with its cause', async () => {
      const thrown = async (mounting: Promise<void>): Promise<readonly unknown[]> => {
        const error = (await mounting.catch((cause: unknown) => cause)) as CardVaultError;
        return [error.code, error.audience, String(error.cause)];
      };
      const library = ['unexpected', 'merchant', 'RangeError: of the library'];
      expect(await thrown(mount({thrown: true}))).to.deep.equal(library);
      // What a page may have put in the place of a method that inserts scripts.
      document.head.append = () => {
        throw new RangeError('of the page');
      };
      try {
        const clientLibrary = `${new URL('fake-flex.js', pages).href}?another`;
        const page = ['unexpected', 'merchant', 'RangeError: of the page'];
        expect(await thrown(mount({}, {clientLibrary}))).to.deep.equal(page);
      } finally {
        Reflect.deleteProperty(document.head, 'append');
      }
      expect(number.childElementCount + securityCode.childElementCount).to.equal(0);
    });

    it('translates an error of a field that is coming up', async () => {
      expect(await codeOf(mount({error: 'CAPTURE_CONTEXT_EXPIRED', silent: true}))).to.equal(
        'capture-context-expired',
      );
      expect(events).to.deep.equal([]);
    });
  });

  describe('tells what the fields tell', () => {
    const visa = {name: 'visa', cybsCardType: '001', securityCode: {name: 'CVV', length: 3}, valid: true};
    const amex = {name: 'amex', cybsCardType: '003', securityCode: {name: 'CID', length: 4}, valid: false};
    const states = {empty: false, valid: false, couldBeValid: true};
    beforeEach(async () => {
      await mount();
      events.length = 0;
    });

    it('focus, blur and Enter', () => {
      const {number: field, securityCode: code} = lastSession().fields;
      field.emit('focus', {});
      field.emit('blur', {focusShift: 'next'});
      code.emit('inputSubmitRequest', undefined);
      expect(events).to.deep.equal([
        {type: 'focus', field: 'number'},
        {type: 'blur', field: 'number'},
        {type: 'submit', field: 'securityCode'},
      ]);
    });

    const changes: [string, unknown[], object][] = [
      ['one candidate', [visa], {brands: ['visa'], securityCodeLength: 3}],
      ['several candidates', [visa, amex], {brands: ['visa', 'amex']}],
      ['none', [], {brands: []}],
      ['a card type we do not know', [{cybsCardType: '999'}], {brands: []}],
      [
        'a card type we do not know and what the field says of its code',
        [{cybsCardType: '999', name: 'later', securityCode: {name: 'CVV', length: 4}}],
        {brands: [], securityCodeLength: 4},
      ],
      [
        'another length of its code than in our table',
        [{...visa, securityCode: {length: 4}}],
        {brands: ['visa'], securityCodeLength: 4},
      ],
      [
        'a card that only the field knows',
        [{cybsCardType: '081', name: 'jaywan', brandedName: 'Jaywan'}],
        {brands: [], brandName: 'Jaywan'},
      ],
      ['a name that is none', [{cybsCardType: '081', brandedName: '4111 1111 1111 1111'}], {brands: []}],
      ['a name only', [{name: 'maestro'}], {brands: ['maestro'], securityCodeLength: 3}],
    ];
    for (const [name, card, brands] of changes) {
      it(`a change of the number with ${name}`, () => {
        lastSession().fields.number.emit('change', {...states, card});
        expect(events).to.deep.equal([{type: 'change', field: 'number', ...states, ...brands}]);
      });
    }

    it('the brands of a complete co-badged card, with the codes that the field gives them', () => {
      const cards = (valid: boolean) => [
        {...visa, valid},
        {cybsCardType: '036', name: 'cartesbancaires', valid},
      ];
      const {number} = lastSession().fields;
      number.emit('change', {empty: false, valid: false, couldBeValid: true, card: cards(false)});
      number.emit('change', {empty: false, valid: true, couldBeValid: true, card: cards(true)});
      expect(events.map((event) => event.type === 'change' && event.badges)).to.deep.equal([
        undefined,
        [
          {brand: 'visa', typeCode: '001'},
          {brand: 'cartes-bancaires', typeCode: '036'},
        ],
      ]);
    });

    it('a change of the security code', () => {
      lastSession().fields.securityCode.emit('change', {empty: false, valid: true, couldBeValid: true});
      expect(events).to.deep.equal([
        {type: 'change', field: 'securityCode', empty: false, valid: true, couldBeValid: true},
      ]);
    });

    it('a cover, where the library knows of covers', async () => {
      lastSession().fields.number.emit('covered', {covered: true});
      lastSession().fields.number.emit('covered', {covered: 'yes'});
      expect(events).to.deep.equal([{type: 'covered', field: 'number', covered: true}]);
      await mount({unknown: 'covered'});
      expect(events.at(-1)).to.deep.equal({type: 'loaded', networks: ['VISA']});
    });

    it('what the browser filled in', () => {
      lastSession().fields.number.emit('autocomplete', {name: 'A. Person', expirationMonth: '01'});
      expect(events).to.deep.equal([{type: 'autofill', name: 'A. Person', expirationMonth: '01'}]);
    });

    it('errors of live fields, translated', async () => {
      lastSession().fields.number.emit('error', {reason: 'CAPTURE_CONTEXT_EXPIRED'});
      await waitUntil(() => events.length > 0);
      expect(events).to.have.length(1);
      expect(events[0]?.type === 'error' && events[0].error.code).to.equal('capture-context-expired');
    });

    it('nothing for a message it cannot read', () => {
      for (const data of [
        undefined,
        null,
        'change',
        {},
        {empty: 'no'},
        {
          ...states,
          get card() {
            throw new Error('x');
          },
        },
      ])
        lastSession().fields.number.emit('change', data);
      lastSession().fields.number.emit('autocomplete', {expirationMonth: 7});
      expect(events).to.deep.equal([]);
    });

    it('nothing once the fields are taken down', () => {
      const {number: field} = lastSession().fields;
      fields.unmount();
      field.emit('focus', {});
      field.emit('change', {...states, card: [amex]});
      field.emit('error', {reason: 'UNKNOWN_REASON'});
      expect(events).to.deep.equal([]);
    });

    it('lets the security code have four digits on American Express and three on Visa', () => {
      const {number: field, securityCode: code} = lastSession().fields;
      field.emit('change', {...states, card: [visa]});
      field.emit('change', {...states, card: [visa]});
      field.emit('change', {...states, card: [amex]});
      expect(code.updates).to.deep.equal([{maxLength: 3}, {maxLength: 4}]);
    });

    it('lets the security code have fewer digits only while it is empty, so that no library cuts it', () => {
      const {number: field, securityCode: code} = lastSession().fields;
      field.emit('change', {...states, card: [amex]});
      code.emit('change', {...states, valid: true});
      field.emit('change', {...states, card: [visa]});
      expect(code.updates).to.deep.equal([]);
      code.emit('change', {...states, empty: true});
      expect(code.updates).to.deep.equal([{maxLength: 3}]);
    });

    it('that a number is as long as usual, where its field says it', () => {
      const {number: field} = lastSession().fields;
      field.emit('change', {...states, card: [visa], usualLength: true});
      field.emit('change', {...states, card: [visa], usualLength: 'yes'});
      expect(events[0]).to.have.property('usualLength', true);
      expect(events[1]).not.to.have.property('usualLength');
    });
  });

  describe('makes a transient token', () => {
    it('from the fields and the expiry', async () => {
      await mount({token});
      expect(await fields.tokenize(expiry, {signal})).to.equal(token);
      expect(lastSession().requests).to.deep.equal([expiry]);
    });

    it('for the brand that the shopper has chosen', async () => {
      await mount({token});
      await fields.tokenize({...expiry, cardType: '036'}, {signal});
      expect(lastSession().requests).to.deep.equal([{...expiry, type: '036'}]);
    });

    const faults: [string, unknown, string, string | undefined][] = [
      ['CREATE_TOKEN_VALIDATION_FIELDS', [{location: 'number'}], 'card-incomplete', 'number'],
      ['CREATE_TOKEN_VALIDATION_FIELDS', [{location: 'securityCode'}], 'card-incomplete', 'securityCode'],
      ['CREATE_TOKEN_VALIDATION_PARAMS', [{location: 'expirationYear'}], 'card-incomplete', 'expirationYear'],
      ['CREATE_TOKEN_VALIDATION_SERVERSIDE', [{location: 'elsewhere'}], 'card-incomplete', undefined],
      ['CREATE_TOKEN_CARD_TYPE_NOT_ALLOWED', [{location: 'type'}], 'brand-not-accepted', undefined],
      ['CREATE_TOKEN_CAPTURE_CONTEXT_NOT_FOUND', [], 'capture-context-expired', undefined],
      ['CAPTURE_CONTEXT_EXPIRED', undefined, 'capture-context-expired', undefined],
      ['IFRAME_JWT_VALIDATION_FAILED', [], 'capture-context-invalid', undefined],
      ['CREATE_TOKEN_TIMEOUT', [], 'tokenization-failed', undefined],
      ['CREATE_TOKEN_PLATFORM_ERROR', [], 'service-unavailable', undefined],
      ['API_INTERNAL_ERROR', [], 'service-unavailable', undefined],
      ['API_GATEWAY_ERROR', [], 'service-unavailable', undefined],
      ['A_REASON_OF_NEXT_YEAR', 'details', 'tokenization-failed', undefined],
    ];
    for (const [reason, details, code, field] of faults) {
      it(`${reason}${field === undefined ? '' : ` in ${field}`} is ${code}`, async () => {
        await mount();
        const result = fields.tokenize(expiry, {signal}).catch((caught: CardVaultError) => caught);
        lastSession().fault(reason, details);
        const error = (await result) as CardVaultError;
        expect(error.code).to.equal(code);
        expect(error.field).to.equal(field);
        // The library's own message may quote an entry; nothing of it is passed on.
        expect(JSON.stringify([error.message, error.cause])).not.to.match(/\d{4}/);
      });
    }

    for (const [reason, audience] of [
      ['CREATE_TOKEN_XHR_ERROR', 'network'],
      ['CREATE_TOKEN_TIMEOUT', 'merchant'],
      ['MALFORMED_TOKENS_RESPONSE', 'merchant'],
      [undefined, 'merchant'],
    ] as const) {
      it(`${reason ?? 'no reason'} is put right by: ${audience}`, async () => {
        await mount();
        const result = fields.tokenize(expiry, {signal}).catch((caught: CardVaultError) => caught);
        lastSession().answer({name: 'MicroformError', reason}, undefined);
        expect(await result).to.include({code: 'tokenization-failed', audience, retryable: true});
      });
    }

    for (const answer of [
      undefined,
      '',
      'a.b',
      'a.b.c.d',
      'a b.c.d',
      42,
      {jwt: token},
      `${'a'.repeat(40_000)}.b.c`,
    ]) {
      it(`does not take ${String(JSON.stringify(answer)).slice(0, 20)} for one`, async () => {
        await mount();
        const result = fields.tokenize(expiry, {signal});
        lastSession().answer(null, answer);
        expect(await codeOf(result)).to.equal('tokenization-failed');
      });
    }

    it('not without live fields', async () => {
      expect(await codeOf(fields.tokenize(expiry, {signal}))).to.equal('not-ready');
    });

    it('not after an abort, even if an answer comes late', async () => {
      await mount();
      const caller = new AbortController();
      const result = fields.tokenize(expiry, {signal: caller.signal});
      caller.abort(new Error('cancelled'));
      lastSession().answer(null, token);
      expect(await result.catch((error: Error) => error.message)).to.equal('cancelled');
    });

    it('not when the fields are taken down meanwhile', async () => {
      await mount();
      const result = fields.tokenize(expiry, {signal});
      fields.unmount();
      lastSession().answer(null, token);
      expect(await codeOf(result)).to.equal('not-ready');
    });
  });

  it('empties and focuses the fields', async () => {
    await mount();
    fields.clear();
    fields.focus('securityCode');
    expect(lastSession().fields.number.calls).to.deep.equal(['clear']);
    expect(lastSession().fields.securityCode.calls).to.deep.equal(['clear', 'focus']);
  });

  it('replaces the fields when a fresh context is mounted', async () => {
    await mount();
    const before = lastSession();
    await mount();
    expect(before.fields.number.disposed).to.equal(true);
    expect(number.querySelectorAll('iframe')).to.have.length(1);
  });

  it('lets the last of two mounts win', async () => {
    const context = await captureContext();
    const first = codeOf(fields.mount(context, {signal}));
    await fields.mount(context, {signal});
    expect(await first).to.equal('not-ready');
    expect(number.querySelectorAll('iframe')).to.have.length(1);
    expect(events).to.deep.equal([{type: 'loaded', networks: ['VISA']}]);
  });

  it('leaves nothing when the caller aborts a mount', async () => {
    const caller = new AbortController();
    const result = fields.mount(await captureContext({silent: true}), {signal: caller.signal});
    await eventually(() => number.querySelector('iframe') !== null);
    caller.abort(new Error('gone'));
    expect(await result.catch((error: Error) => error.message)).to.equal('gone');
    expect(number.childElementCount + securityCode.childElementCount).to.equal(0);
    expect(number.className).to.equal('');
  });

  it('leaves no listener and no frame after 50 mounts, and keeps what the page put there', async () => {
    const own = number.appendChild(document.createElement('span'));
    const count = countListeners(window, document);
    try {
      const context = await captureContext();
      for (let round = 0; round < 50; round++) {
        const mounted = fields.mount(context, {signal});
        if (round % 2 === 0) await mounted;
        fields.unmount();
        await mounted.catch(() => undefined);
      }
      expect(count.left).to.equal(0);
      expect([...number.children]).to.deep.equal([own]);
      expect(securityCode.childElementCount).to.equal(0);
    } finally {
      count.stop();
    }
  });
});
