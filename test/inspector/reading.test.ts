import {expect} from '@open-wc/testing';
import type {StateName} from '../../src/flow/index.js';
import {compareTraces, readTrace, ticketOf, type Trace, type TraceEntry} from '../../src/inspector/index.js';
import {linesOf, summaryOf} from '../../src/inspector/lines.js';
import type {CardVaultErrorCode} from '../../src/protocol/index.js';

const traceOf = (...entries: readonly TraceEntry[]): Trace => ({
  ...{format: 'card-vault-trace', version: 1, cardVault: '0.1.0', started: '2026-11-20T10:00:00.000Z'},
  environment: {
    engine: 'Firefox',
    engineVersion: 140,
    width: 320,
    height: 640,
    direction: 'ltr',
    colorScheme: 'light',
  },
  ...{options: {stepUp: 'inline'}, entries, dropped: 0},
});

const state = (
  at: number,
  name: 'opening' | 'capturing' | 'collecting' | 'enrolling' | 'authorizing' | 'saved' | 'stopped' | 'failed',
) =>
  ({
    kind: 'state',
    at,
    state: name,
    previous: name === 'enrolling' ? 'collecting' : 'enrolling',
    run: 1,
    tracker: 'track_1',
  }) as const;
const request = (at: number, status: number): TraceEntry => ({
  ...{kind: 'request', at, to: 'service', host: 'service.example', path: '/order/payments/v3/…'},
  ...{duration: 40, status, size: 1200},
});
const saved: TraceEntry = {
  ...{kind: 'outcome', at: 900, outcome: 'saved', status: 'FRICTIONLESS', eci: '05'},
  ...{liabilityShift: true, brand: 'visa'},
};
const stopped: TraceEntry = {
  ...{kind: 'outcome', at: 500, outcome: 'stopped', reason: 'failed', cause: 'issuer-declined'},
  status: 'FAILED',
};
const broken: TraceEntry = {
  ...{kind: 'error', at: 500, code: 'service-unavailable', audience: 'network', retryable: true},
  status: 503,
};

const good = traceOf(
  state(0, 'collecting'),
  state(100, 'enrolling'),
  state(400, 'authorizing'),
  state(900, 'saved'),
  saved,
);
const declined = traceOf(state(0, 'collecting'), state(100, 'enrolling'), state(500, 'stopped'), stopped);

describe('the lines of a trace', () => {
  it('say who was waited for and how long, and which requests were retried', () => {
    const lines = linesOf(
      traceOf(
        state(0, 'collecting'),
        state(100, 'enrolling'),
        request(110, 503),
        request(300, 200),
        state(400, 'authorizing'),
      ),
    );
    expect(lines[1]).to.include({text: 'Enrollment: does the bank ask? (waits for service)', lasted: 300});
    expect(lines[2]).to.include({tone: 'bad', lasted: 40});
    expect(lines[3]!.text).to.equal('Service: service.example/order/payments/v3/…, 200, 1,200 bytes, time 2');
  });

  it('sum up how the last save ended', () => {
    expect(summaryOf(good)).to.deep.equal({
      text: 'Saved: visa. FRICTIONLESS, ECI 05: liability is the bank’s. It took 800 ms.',
      tone: 'good',
    });
    expect(summaryOf(declined).text).to.contain(
      'Stopped (failed): the bank said no. Nothing was saved. FAILED.',
    );
    const fresh = [
      ...declined.entries,
      state(600, 'opening'),
      state(650, 'capturing'),
      state(700, 'collecting'),
    ];
    expect(summaryOf(traceOf(...fresh))).to.deep.equal(summaryOf(declined));
    const next = traceOf(...fresh, state(900, 'enrolling'));
    expect(summaryOf(next).text).to.equal('Enrollment: does the bank ask?');
    expect(summaryOf(traceOf(state(0, 'collecting'), state(500, 'failed'), broken)).text).to.contain(
      'service-unavailable, HTTP 503: the service broke down, or asked to come back later; the network did not hold, and trying again is safe.',
    );
    expect(summaryOf(traceOf()).text).to.equal('Nothing has happened yet.');
  });
});

/** A save that broke or stopped in the last of these states. */
const strike = (end: TraceEntry, ...states: readonly StateName[]): Trace =>
  traceOf(
    ...states.map((name, index): TraceEntry => {
      const previous = states[index - 1] ?? 'idle';
      return {kind: 'state', at: index * 100, state: name, previous, run: 1, tracker: 'track_1'};
    }),
    end,
  );
const broke = (
  code: CardVaultErrorCode,
  audience: 'shopper' | 'merchant' | 'network',
  status?: number,
): TraceEntry => ({
  ...{kind: 'error', at: 900, code, audience, retryable: true},
  ...(status !== undefined && {status}),
});
const start = ['opening', 'capturing', 'collecting'] as const;
const sent = [...start, 'tokenizing', 'setting-up', 'collecting-device-data', 'enrolling'] as const;

describe('a reader who has only the trace', () => {
  it('knows whether the script that was blocked had come', () => {
    const blocked = (status: number): string => {
      const asked = {
        to: 'library',
        host: 'fields.example',
        path: '/…/flex-microform.js',
        duration: 9,
      } as const;
      const end = {...broke('fields-blocked', 'network'), why: 'not-loaded'} as TraceEntry;
      return summaryOf(traceOf({kind: 'request', at: 1, ...asked, status}, end)).text;
    };
    expect(blocked(200)).to.contain(
      'The script had come: its hash is another one, or the browser refused it.',
    );
    expect(blocked(0)).not.to.contain('had come');
  });

  it('knows whether the bank’s page ever came, and guesses nothing of a redirect', () => {
    const waited = (mode: 'dialog' | 'redirect', ...frames: ('shell' | 'bank')[]): string => {
      const opened: TraceEntry = {kind: 'event', at: 1, event: 'step-up-open', mode};
      const loaded = frames.map((frame): TraceEntry => ({kind: 'frame', at: 2, frame}));
      const late = {outcome: 'stopped', reason: 'timed-out', cause: 'step-up-limit'} as const;
      const {text} = summaryOf(traceOf(opened, ...loaded, {kind: 'outcome', at: 900, ...late}));
      return text.replace(/^.*Nothing was saved\./, '');
    };
    expect(waited('dialog', 'shell')).to.equal(' The bank’s page never loaded.');
    expect(waited('dialog', 'shell', 'bank')).to.equal(' The bank’s page had loaded.');
    expect(waited('redirect')).to.equal('');
  });

  const faults: readonly (readonly [fault: string, trace: Trace, said: string])[] = [
    [
      'the network is cut at the enrollment',
      strike(broke('service-unreachable', 'network'), ...sent, 'failed'),
      'the page got no answer from the service; the network did not hold, and trying again is safe. It broke in this step: Enrollment: does the bank ask?',
    ],
    [
      'the page stands in a frame of another origin',
      strike(broke('framed-elsewhere', 'merchant'), 'opening', 'capturing', 'failed'),
      'the page stands in a frame of another origin, where card fields are not shown',
    ],
    [
      'the capture context is for another page',
      strike(
        {...broke('capture-context-invalid', 'merchant'), why: 'other-page'} as TraceEntry,
        'opening',
        'capturing',
        'failed',
      ),
      '(the context is for another origin than this page’s); the shop has to put it right',
    ],
    [
      'the bank lets the time run out',
      strike(
        {
          ...{kind: 'outcome', at: 900, outcome: 'stopped', reason: 'timed-out', cause: 'step-up-limit'},
          status: 'REQUIRED',
        },
        ...([...sent, 'stepping-up', 'confirming', 'stopped'] as const),
      ),
      'Stopped (timed-out): the bank got no answer in time. Nothing was saved. REQUIRED.',
    ],
    [
      'the shop’s server answers 500',
      strike(broke('session-refused', 'merchant', 500), 'opening', 'failed'),
      'session-refused, HTTP 500: the shop’s server opened no session; the shop has to put it right. It broke in this step: The shop’s server opens a session.',
    ],
    [
      'the token has expired',
      strike(broke('session-expired', 'shopper', 401), ...sent, 'failed'),
      'session-expired, HTTP 401: the session’s token expired and could not be renewed; the shopper can put it right',
    ],
  ];
  for (const [fault, trace, said] of faults)
    it(`finds in the first line, and in a ticket, that ${fault}`, () => {
      expect(summaryOf(readTrace(JSON.stringify(trace))).text).to.contain(said);
      expect(ticketOf(trace)).to.contain(said);
      for (const [, other] of faults) if (other !== trace) expect(summaryOf(other).text).not.to.contain(said);
    });
});

describe('comparing two traces', () => {
  it('finds where they part, whatever their times', () => {
    const parting = compareTraces(good, declined)!;
    expect([parting.here, parting.there]).to.deep.equal([2, 2]);
    expect(parting.text).to.equal(
      'After “Enrollment: does the bank ask? (waits for service)”, this trace has “Authorization (waits for service)”, the other “Stopped”.',
    );
    const slow = {...good, entries: good.entries.map((entry) => ({...entry, at: entry.at * 7}))};
    expect(compareTraces(good, slow)).to.equal(undefined);
  });

  it('finds that one ended early, and an answer that said no', () => {
    const early = {...good, entries: good.entries.slice(0, 2)};
    expect(compareTraces(early, good)).to.include({here: undefined, there: 2});
    const refused = traceOf(state(0, 'collecting'), request(50, 503), ...good.entries.slice(1));
    expect(compareTraces(refused, good)?.here).to.equal(1);
  });
});

describe('a ticket', () => {
  it('has versions, browser, options, tracker, outcome and the course', () => {
    expect(ticketOf(declined).split('\n').slice(0, 8)).to.deep.equal([
      '**Stopped (failed): the bank said no. Nothing was saved. FAILED. It took 400 ms.**',
      '',
      '- card-vault 0.1.0, Firefox 140, 320 × 640, unknown, ltr, light',
      '- Options: `stepUp: inline`',
      '- Tracker: `track_1`',
      '- Trace: `card-vault-2026-11-20T10-00-00-000Z.json`',
      '- Began at 2026-11-20T10:00:00.000Z',
      '',
    ]);
    expect(ticketOf(declined)).to.contain(
      '1. 100 ms: Enrollment: does the bank ask? (waits for service), 400 ms',
    );
  });
});
