import {expect} from '@open-wc/testing';
import '../../src/inspector/define.js';
import {readTrace, recordTrace, type Trace, type TraceRecorder} from '../../src/inspector/index.js';
import {requestOf} from '../../src/trace/requests.js';
import {redactedPath} from '../../src/trace/paths.js';
import {readCaptureContextToken} from '../../src/protocol/capture-context.js';
import {CardVaultError, type AuthenticationStatus} from '../../src/protocol/index.js';
import {CardVaultHarness} from '../support/card-vault-harness.js';
import {paymentMethod} from '../support/fake-parts.js';
import {waitUntil} from '../support/wait.js';

/** Values that no trace may hold, planted wherever a page, a server or a shopper can put some. */
const planted = {
  number: '4000000000002503',
  secret: 'sk_live_0123456789abcdef',
  person: 'Amina Planted',
  street: '17 Planted Street',
  mail: 'amina@planted.example',
  token: 'pm_planted_token',
};

interface Case {
  readonly title: string;
  readonly status?: AuthenticationStatus;
  /** Word of the bank, `succeeded` unless said. */
  readonly validation?: 'failed' | 'none';
  readonly error?: readonly ['openSession' | 'enroll' | 'authorize' | 'complete', CardVaultError];
  readonly stepUp?: 'returned' | 'closed';
  readonly ends: string;
}

const words = Object.values(planted).join(' ');
const broken = (code: 'service-unavailable' | 'request-refused' | 'completion-failed' | 'session-refused') =>
  new CardVaultError(code, words, {status: 503, field: planted.mail});

const cases: readonly Case[] = [
  {title: 'frictionless', status: 'FRICTIONLESS', ends: 'saved'},
  {title: 'attempted', status: 'ATTEMPTED', ends: 'saved'},
  {title: 'failed', status: 'FAILED', ends: 'stopped failed'},
  {title: 'rejected', status: 'REJECTED', ends: 'stopped rejected'},
  {title: 'unavailable', status: 'UNAVAILABLE', ends: 'stopped unavailable'},
  {title: 'not eligible', status: 'NOT_ELIGIBLE', ends: 'stopped not-eligible'},
  {title: 'asked and approved', status: 'REQUIRED', stepUp: 'returned', ends: 'saved'},
  {
    title: 'asked and declined',
    status: 'REQUIRED',
    stepUp: 'returned',
    validation: 'failed',
    ends: 'stopped failed',
  },
  {
    title: 'asked and closed',
    status: 'REQUIRED',
    stepUp: 'closed',
    validation: 'none',
    ends: 'stopped cancelled',
  },
  {title: 'refused enrollment', error: ['enroll', broken('request-refused')], ends: 'error request-refused'},
];

/** What the page says of a capture context. */
function readError(claims: object): CardVaultError {
  try {
    readCaptureContextToken(['{}', JSON.stringify(claims), 'x'].map(btoa).join('.'), location.origin);
  } catch (error) {
    return error as CardVaultError;
  }
  throw new Error('The context is right.');
}

/** A save with something planted in every option, answer and error. */
async function traceOf({status = 'FRICTIONLESS', validation, error, stepUp}: Case): Promise<Trace> {
  let recorder!: TraceRecorder;
  const harness = await CardVaultHarness.ready((element, world) => {
    Object.assign(world.adapter.script, {status});
    world.adapter.script.method = {token: planted.token};
    if (validation) world.adapter.script.validation = validation === 'none' ? undefined : validation;
    if (error) world.adapter.script.fail = {[error[0]]: error[1]};
    element.shopName = planted.person;
    element.merchant = planted.secret;
    element.sessionUrl = `/planted/${planted.mail}/session?key=${planted.secret}`;
    element.cardholderName = true;
    element.billing = {street1: planted.street, city: planted.person};
    recorder = recordTrace(element, {keep: false});
  });
  await harness.fill();
  await harness.type('name', planted.person);
  const ended = harness.save().catch(() => undefined);
  if (stepUp) {
    await waitUntil(() => harness.world.lastStepUp);
    await harness.world.lastStepUp.opened;
    harness.world.lastStepUp.end({outcome: stepUp});
  }
  await ended;
  await harness.settled();
  const {trace} = recorder;
  recorder.stop();
  return trace;
}

function endOf({entries}: Trace): string {
  const end = entries.findLast(({kind}) => kind === 'outcome' || kind === 'error');
  if (end?.kind === 'error') return `error ${end.code}`;
  return end?.kind === 'outcome' ? [end.outcome, end.reason].filter(Boolean).join(' ') : '';
}

describe('a trace', () => {
  afterEach(() => CardVaultHarness.clean());

  for (const each of cases)
    it(`of a save that ends as ${each.ends} (${each.title}) says so, holds nothing planted, and can be read`, async () => {
      const trace = await traceOf(each);
      const text = JSON.stringify(trace);
      for (const [name, value] of Object.entries(planted)) expect(text, name).not.to.contain(value);
      expect(endOf(trace)).to.equal(each.ends);
      expect(new TextEncoder().encode(text).length).to.be.below(50_000);
      expect(trace.dropped).to.equal(0);
      expect(readTrace(text)).to.deep.equal(JSON.parse(text));
      const states = trace.entries.flatMap((entry) => (entry.kind === 'state' ? [entry.state] : []));
      const last = states.findLast((state) => /^(saved|stopped|failed)$/.test(state));
      expect(last).to.equal(each.ends.startsWith('error') ? 'failed' : each.ends.split(' ')[0]);
      expect(trace.options).to.deep.equal({cardholderName: true});
    });

  it('of an element that does more than a trace can hold keeps its states, and says how much it left out', async () => {
    const harness = await CardVaultHarness.ready();
    const recorder = recordTrace(harness.element, {keep: false});
    for (let time = 0; time < 1500; time += 1)
      harness.element.dispatchEvent(
        new CustomEvent('card-vault-change', {detail: {valid: false, empty: false, brand: 'visa'}}),
      );
    await harness.saved();
    const {trace} = recorder;
    expect(new TextEncoder().encode(JSON.stringify(trace)).length).to.be.below(50_000);
    expect(trace.dropped).to.be.above(0);
    expect(endOf(trace)).to.equal('saved');
    recorder.stop();
  });

  it('leaves out an entry with a value that it may not hold, and counts it', async () => {
    const harness = await CardVaultHarness.ready();
    const recorder = recordTrace(harness.element, {keep: false});
    harness.element.dispatchEvent(
      new CustomEvent('card-vault-step', {
        detail: {step: 'enrolling', previous: 'idle', run: 1, tracker: planted.number},
      }),
    );
    expect(recorder.trace.dropped).to.equal(1);
    expect(JSON.stringify(recorder.trace)).not.to.contain(planted.number);
    recorder.stop();
  });

  it('goes on in the next page of the tab while a save is under way, and begins anew after its end', async () => {
    const harness = await CardVaultHarness.ready((_, world) => (world.adapter.script.status = 'REQUIRED'));
    const first = recordTrace(harness.element);
    await harness.fill();
    void harness.save().catch(() => undefined);
    await waitUntil(() => harness.world.lastStepUp);
    await harness.world.lastStepUp.opened;
    await harness.settled();
    first.stop();
    const second = recordTrace(harness.element);
    const loads = second.trace.entries.filter((entry) => entry.kind === 'page' && entry.page === 'loaded');
    expect(loads).to.have.length(2);
    harness.world.lastStepUp.end({outcome: 'returned'});
    await harness.ended();
    second.stop();
    const third = recordTrace(harness.element);
    expect(third.trace.entries.filter(({kind}) => kind === 'outcome')).to.have.length(0);
    third.stop();
  });

  it('is kept by each element of a page on its own, and told by its property', async () => {
    const page = CardVaultHarness.page();
    const [one, other] = await Promise.all(
      ['one', 'other'].map((id) =>
        CardVaultHarness.ready((element, {adapter}) => {
          element.id = id;
          adapter.script.status = id === 'one' ? 'FRICTIONLESS' : 'REQUIRED';
        }, page),
      ),
    );
    const recorders = [one!, other!].map(({element}) => recordTrace(element));
    await one!.saved();
    await other!.fill();
    void other!.save().catch(() => undefined);
    await waitUntil(() => other!.world.lastStepUp);
    await other!.world.lastStepUp.opened;
    await other!.settled();
    expect(endOf(one!.element.trace!)).to.equal('saved');
    expect(endOf(other!.element.trace!)).to.equal('');
    for (const recorder of recorders) recorder.stop();
    // The next page: the save that is under way goes on in its own trace, and the other begins one.
    const again = [one!, other!].map(({element}) => recordTrace(element));
    expect(again.map(({trace}) => trace.entries.some(({kind}) => kind === 'outcome'))).to.deep.equal([
      false,
      false,
    ]);
    const asks = ({trace}: TraceRecorder) =>
      trace.entries.some((entry) => entry.kind === 'state' && entry.state === 'enrolling');
    expect(again.map(asks)).to.deep.equal([false, true]);
    for (const recorder of again) recorder.stop();
  });

  it('keeps of an address the host and the words of known routes', () => {
    const path = `/shops/${planted.mail}/card-vault/session/track_1/token`;
    expect(redactedPath(path)).to.equal('/…/…/card-vault/session/…/token');
    expect(redactedPath('/assets/card-vault/fields-BRc0ixYG.js')).to.equal('/assets/card-vault/fields.js');
    expect(redactedPath('/static/card-vault-list.js')).to.equal('/…/card-vault-list.js');
    expect(redactedPath(`/order/payments/v3/${planted.number}`)).to.equal('/order/payments/v3/…');
  });

  it('has the side of the shop’s server, where that tells it, and nothing else that a server may say', () => {
    const told = (name: string, description: string, duration = 0) => ({name, description, duration});
    const entry = {
      ...{name: `${location.origin}/card-vault/session`, initiatorType: 'fetch', startTime: 1, duration: 9},
      ...{encodedBodySize: 3, responseStatus: 200},
      serverTiming: [
        told('request', 'req_0f8fad5b-d9cb-469f-a165-70867728950e'),
        told('call', '200 /client/passport/v1/token', 12.4),
        told('call', `0 /order/payments/v3/${planted.token}`, 3),
        told('db', planted.secret),
      ],
    };
    const request = requestOf(entry as unknown as PerformanceResourceTiming, '/card-vault/session')!;
    expect(request.id).to.equal('req_0f8fad5b-d9cb-469f-a165-70867728950e');
    expect(request.calls).to.deep.equal([
      {path: '/client/passport/v1/token', status: 200, duration: 12},
      {path: '/order/payments/v3/…', status: 0, duration: 3},
    ]);
    expect(JSON.stringify(request)).not.to.contain('planted');
    const named = {...entry, serverTiming: [told('request', planted.secret)]};
    const other = requestOf(named as unknown as PerformanceResourceTiming, '/card-vault/session')!;
    expect(JSON.stringify(other)).not.to.contain(planted.secret);
  });

  it('says what kept the card fields away, in a word of a closed list', async () => {
    const broken = (reason: string) =>
      new CardVaultError('capture-context-invalid', words, {cause: {reason}});
    const context = {ctx: [{type: 'mf-2', data: {targetOrigins: ['https://other.example']}}]};
    const recorders = await Promise.all(
      [broken('hash'), broken('CREATE_TOKEN_XHR_ERROR'), broken(planted.person), readError(context)].map(
        async (error) => {
          let recorder!: TraceRecorder;
          await CardVaultHarness.ready((element) => (recorder = recordTrace(element, {keep: false})));
          const {code, audience, retryable} = error;
          const detail = {error, code, audience, retryable};
          document
            .querySelector('card-vault:last-of-type')!
            .dispatchEvent(new CustomEvent('card-vault-error', {detail}));
          return recorder;
        },
      ),
    );
    const whys = recorders.flatMap(({trace}) =>
      trace.entries.flatMap((entry) => (entry.kind === 'error' ? [entry.why] : [])),
    );
    expect(whys).to.deep.equal(['hash', 'CREATE_TOKEN_XHR_ERROR', undefined, 'other-page']);
  });

  it('takes no request that is not the element’s', () => {
    const entry = (name: string, initiatorType = 'fetch') =>
      ({
        name,
        initiatorType,
        startTime: 1,
        duration: 2,
        encodedBodySize: 3,
        responseStatus: 200,
      }) as PerformanceResourceTiming;
    const of = (name: string) => requestOf(entry(name), '/card-vault/session');
    expect(of(`${location.origin}/cart?mail=${planted.mail}`)).to.equal(undefined);
    expect(of('https://ads.example/card-vault/session')).to.equal(undefined);
    expect(of(`${location.origin}/card-vault/session?key=${planted.secret}`)?.to).to.equal('shop');
    const asked = of('https://service.example/order/payments/v3/track_1');
    expect(asked).to.include({to: 'service', host: 'service.example', status: 200, size: 3, duration: 2});
    const library = of('https://fields.example/microform/bundle/v2/flex-microform.min.js');
    expect(library).to.include({to: 'library', path: '/…/…/…/flex-microform.js'});
  });
});

describe('the inspector', () => {
  afterEach(() => CardVaultHarness.clean());

  it('replays the trace that it shows, and says whether it ended alike', async () => {
    const trace = await traceOf(cases[7]!);
    const inspector = document.createElement('card-vault-inspector');
    CardVaultHarness.page().append(inspector);
    inspector.trace = trace;
    const root = inspector.shadowRoot!;
    const replay = [...root.querySelectorAll('button')].find(({textContent}) => textContent === 'Replay')!;
    replay.click();
    await waitUntil(() => root.querySelector('.note')!.textContent!.startsWith('Replayed'));
    expect(root.querySelector('.note')!.textContent).to.equal(
      'Replayed to the same outcome: stopped failed issuer-declined REQUIRED.',
    );
    expect(root.querySelector('.summary')!.textContent).to.contain('Stopped (failed)');
  });
});

describe('reading a trace', () => {
  const trace: Trace = {
    ...{format: 'card-vault-trace', version: 1, cardVault: '0.1.0', started: '2026-11-20T10:00:00.000Z'},
    environment: {engine: 'Firefox', width: 320, height: 640, direction: 'ltr', colorScheme: 'light'},
    ...{options: {}, entries: [], dropped: 0},
  };
  const refusal = (given: unknown): string => {
    try {
      readTrace(given);
    } catch (error) {
      return (error as Error).message;
    }
    return '';
  };

  it('refuses what is none with a sentence that names the field', () => {
    expect(refusal(trace)).to.equal('');
    expect(refusal('{')).to.contain('not JSON');
    expect(refusal({})).to.contain('`format`');
    expect(refusal({...trace, version: 2})).to.contain('has version 2');
    expect(refusal({...trace, entries: [{kind: 'outcome', at: 1, outcome: 'lost'}]})).to.contain(
      '`entries.0.outcome`',
    );
    expect(refusal({...trace, name: paymentMethod.token})).to.contain('`name`');
    expect(refusal({...trace, entries: [{kind: 'letter', at: 1}]})).to.contain('`entries.0.kind`');
  });
});
