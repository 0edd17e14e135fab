import {expect} from '@open-wc/testing';
import * as fc from 'fast-check';
import {acceptMessage, listenToFrame, type IncomingMessage} from '../../src/gateways/frame-message.js';
import {closedRecord} from '../../src/gateways/closed-record.js';
import {messageLimit, plainCopy, type Plain} from '../../src/gateways/plain-data.js';
import {otherOrigin} from './support/pages.js';

const read = (data: Plain): string | undefined => {
  const message = closedRecord(data, ['type', 'word']);
  const word = message?.['word'];
  return message?.['type'] === 'hello' && typeof word === 'string' ? word : undefined;
};
const hello = {type: 'hello', word: 'yes'};

describe('the message guard (guarantees 2.6)', () => {
  let frame: HTMLIFrameElement;
  beforeEach(() => {
    frame = document.body.appendChild(document.createElement('iframe'));
  });
  afterEach(() => frame.remove());

  const accept = (event: Partial<IncomingMessage>): string | undefined =>
    acceptMessage(
      {data: hello, origin: 'https://bank.example', source: frame.contentWindow, ...event},
      {frame, origin: 'https://bank.example', read},
    );

  it('hears its frame, at its origin, in its words', () => {
    expect(accept({})).to.equal('yes');
  });

  it('does not hear another window', () => {
    expect(accept({source: window})).to.equal(undefined);
    expect(accept({source: null})).to.equal(undefined);
  });

  it('ignores messages after the frame is removed', () => {
    frame.remove();
    expect(accept({source: null})).to.equal(undefined);
    expect(accept({source: frame.contentWindow})).to.equal(undefined);
  });

  for (const origin of [
    'https://bank.example.evil.example',
    'https://bank.example:8443',
    'http://bank.example',
    'https://BANK.example',
    'https://sub.bank.example',
    'null',
    '',
    '*',
  ]) {
    it(`does not hear the origin "${origin}"`, () => {
      expect(accept({origin})).to.equal(undefined);
    });
  }

  class Hello {
    type = 'hello';
    word = 'yes';
  }
  const foreign: [string, unknown][] = [
    ['an extra key', {...hello, extra: 1}],
    ['a missing key', {type: 'hello'}],
    ['another type', {...hello, word: 7}],
    ['a list', [hello]],
    ['a text', JSON.stringify(hello)],
    ['nothing', undefined],
    ['null', null],
    ['a key of a symbol', {...hello, [Symbol('x')]: 1}],
    ['an instance of a class', new Hello()],
    ['a map', new Map(Object.entries(hello))],
    ['a function', () => hello],
    ['inherited values', Object.create(hello)],
    ['a prototype key', JSON.parse('{"type":"hello","word":"yes","__proto__":{"x":1}}')],
    ['too much text', {...hello, word: 'x'.repeat(messageLimit)}],
    ['too many keys', Object.fromEntries(Array.from({length: messageLimit}, (_, at) => [`k${at}`, 1]))],
  ];
  for (const [name, data] of foreign) {
    it(`drops ${name}`, () => {
      expect(accept({data})).to.equal(undefined);
    });
  }

  it('never runs a getter or the trap of a proxy', () => {
    let ran = 0;
    const getter = {
      type: 'hello',
      get word() {
        ran += 1;
        return 'yes';
      },
    };
    const nested = {
      type: 'hello',
      word: {
        get inner() {
          ran += 1;
          return 1;
        },
      },
    };
    const throwing = new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error('trap');
        },
      },
    );
    for (const data of [getter, nested, throwing]) expect(accept({data})).to.equal(undefined);
    expect(ran).to.equal(0);
  });

  it('is not shaken by a cycle', () => {
    const cycle: Record<string, unknown> = {...hello};
    cycle['word'] = cycle;
    expect(accept({data: cycle})).to.equal(undefined);
  });

  it('never throws, and accepts nothing but messages (fast-check)', () => {
    const anything = fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withNullPrototype: true,
      withObjectString: true,
      withSet: true,
      withSparseArray: true,
      withTypedArray: true,
    });
    fc.assert(
      fc.property(anything, fc.string(), (data, origin) => {
        expect(accept({data})).to.equal(undefined);
        expect(accept({origin})).to.equal(undefined);
      }),
      {numRuns: 500},
    );
  });

  it('copies JSON as it is', () => {
    fc.assert(
      fc.property(fc.jsonValue({maxDepth: 3}), (value) => {
        const copy = plainCopy(value, 1_000_000);
        expect(JSON.parse(JSON.stringify(copy))).to.deep.equal(JSON.parse(JSON.stringify(value)));
      }),
      {numRuns: 300},
    );
  });

  describe('listening', () => {
    /** A frame of the given origin that forwards what it receives. */
    async function speaker(origin: string): Promise<HTMLIFrameElement> {
      const made = document.createElement('iframe');
      const ready = new Promise<void>((resolve) => {
        const hear = (event: MessageEvent): void => {
          if (event.source !== made.contentWindow || event.data !== 'speaker-ready') return;
          window.removeEventListener('message', hear);
          resolve();
        };
        window.addEventListener('message', hear);
      });
      made.src = `${origin}/test/gateways/pages/speaker.html`;
      document.body.append(made);
      await ready;
      return made;
    }
    const say = (from: HTMLIFrameElement, data: unknown): void =>
      from.contentWindow?.postMessage({say: true, data}, '*');
    /** Messages between two windows keep their order: when this one is here, those before it were, too. */
    const drained = (from: HTMLIFrameElement): Promise<void> =>
      new Promise((resolve) => {
        const hear = (event: MessageEvent): void => {
          if (event.source !== from.contentWindow || event.data !== 'drained') return;
          window.removeEventListener('message', hear);
          resolve();
        };
        window.addEventListener('message', hear);
        say(from, 'drained');
      });

    it('hears a frame of another origin, and only that one', async () => {
      const heard: string[] = [];
      const end = new AbortController();
      const [bank, sibling, own] = await Promise.all([
        speaker(otherOrigin),
        speaker(otherOrigin),
        speaker(location.origin),
      ]);
      listenToFrame(window, {frame: bank, origin: otherOrigin, read}, (word) => heard.push(word), end.signal);
      say(sibling, {...hello, word: 'sibling'});
      say(own, {...hello, word: 'own'});
      say(bank, {...hello, extra: true});
      say(bank, {...hello, word: 'bank'});
      await Promise.all([drained(bank), drained(sibling), drained(own)]);
      expect(heard).to.deep.equal(['bank']);
      end.abort();
      say(bank, {...hello, word: 'late'});
      await drained(bank);
      expect(heard).to.deep.equal(['bank']);
      for (const made of [bank, sibling, own]) made.remove();
    });

    it('does not hear its frame after it went to another origin', async () => {
      const heard: string[] = [];
      const end = new AbortController();
      const bank = await speaker(location.origin);
      listenToFrame(window, {frame: bank, origin: otherOrigin, read}, (word) => heard.push(word), end.signal);
      say(bank, hello);
      await drained(bank);
      expect(heard).to.deep.equal([]);
      end.abort();
      bank.remove();
    });

    it('does not hear events that a script of the page makes up', () => {
      const heard: string[] = [];
      const end = new AbortController();
      listenToFrame(window, {frame, origin: otherOrigin, read}, (word) => heard.push(word), end.signal);
      window.dispatchEvent(
        new MessageEvent('message', {data: hello, origin: otherOrigin, source: frame.contentWindow}),
      );
      expect(heard).to.deep.equal([]);
      end.abort();
    });
  });
});
