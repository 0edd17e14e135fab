import {expect} from '@open-wc/testing';
import {compareTraces, ticketOf, type Trace, type TraceEntry} from '../../src/inspector/index.js';
import {linesOf, summaryOf} from '../../src/inspector/lines.js';

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
    expect(summaryOf(next).text).to.equal('Enrollment: does the bank ask?.');
    expect(summaryOf(traceOf(state(0, 'collecting'), state(500, 'failed'), broken)).text).to.contain(
      'service-unavailable, HTTP 503: the network did not hold, and trying again is safe.',
    );
    expect(summaryOf(traceOf()).text).to.equal('Nothing has happened yet.');
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
    expect(ticketOf(declined).split('\n').slice(0, 7)).to.deep.equal([
      '**Stopped (failed): the bank said no. Nothing was saved. FAILED. It took 400 ms.**',
      '',
      '- card-vault 0.1.0, Firefox 140, 320 × 640, unknown, ltr, light',
      '- Options: `stepUp: inline`',
      '- Tracker: `track_1`',
      '- Began at 2026-11-20T10:00:00.000Z',
      '',
    ]);
    expect(ticketOf(declined)).to.contain(
      '1. 100 ms: Enrollment: does the bank ask? (waits for service), 400 ms',
    );
  });
});
