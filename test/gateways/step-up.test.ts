import {expect} from '@open-wc/testing';
import {createStepUp, type StepUpOptions, type StepUpDialog} from '../../src/gateways/step-up.js';
import type {StepUpResult} from '../../src/flow/index.js';
import {countListeners} from '../support/listeners.js';
import {codeOf, eventually, ManualTimers, refuseForms, signal} from './support/doubles.js';
import {bank, nextArrival, pages, runHarness, shell, startBank} from './support/pages.js';

const returnPage = new URL('return.html', pages).href;
const returned = {cardVault: 'return', type: 'returned'};

describe('step-up (spec 3.1 step 7, wire 4)', () => {
  let timers: ManualTimers;
  let container: HTMLElement;
  let close: () => void;
  let asked: Parameters<StepUpOptions['open']>[0][];
  let loads: number;
  before(startBank);
  beforeEach(() => {
    timers = new ManualTimers();
    container = document.body.appendChild(document.createElement('div'));
    asked = [];
    loads = 0;
  });
  afterEach(() => container.remove());

  const open = async (request: (typeof asked)[number]): Promise<StepUpDialog> => {
    asked.push(request);
    return {container, closed: new Promise<void>((resolve) => (close = resolve))};
  };
  const present = (
    url: string,
    frameUrl?: string,
    options: Partial<StepUpOptions> = {},
    caller = signal,
  ): Promise<StepUpResult> =>
    createStepUp({
      mode: () => 'dialog',
      open,
      after: timers.after,
      onLoaded: () => loads++,
      ...options,
    }).present(
      {
        accessToken: 'a.b.c',
        url,
        windowSize: '03',
        tracker: 'track_1',
        ...(frameUrl === undefined ? {} : {frameUrl}),
      },
      {signal: caller},
    );

  for (const [way, frameUrl] of [
    ['directly', undefined],
    ['in the shell frame', shell()],
  ] as const) {
    describe(way, () => {
      it('posts the token in a body and says returned when the return page reports', async () => {
        const arrival = nextArrival();
        expect(await present(bank([], returnPage), frameUrl)).to.deep.equal({outcome: 'returned'});
        expect((await arrival).form).to.deep.equal({JWT: 'a.b.c'});
        expect((await arrival).href).not.to.contain('a.b.c');
        expect((await arrival).framed).to.equal(true);
      });

      it('tells when the bank has painted something', async () => {
        const result = present(bank(), frameUrl);
        await eventually(() => loads === 1);
        close();
        await result;
      });

      it('says closed when the shopper closes the dialog', async () => {
        const arrival = nextArrival();
        const result = present(bank(), frameUrl);
        await arrival;
        close();
        expect(await result).to.deep.equal({outcome: 'closed'});
        expect(container.childElementCount).to.equal(0);
      });

      it('asks for a dialog of the size the issuer draws for, and tells it when all is over', async () => {
        await present(bank([], returnPage), frameUrl);
        expect(asked).to.have.length(1);
        expect(asked[0]?.windowSize).to.equal('03');
        expect(asked[0]?.signal.aborted).to.equal(true);
      });

      it('takes everything away when the caller aborts', async () => {
        const caller = new AbortController();
        const arrival = nextArrival();
        const result = present(bank(), frameUrl, {}, caller.signal);
        await arrival;
        caller.abort(new Error('limit'));
        expect(await result.catch((error: Error) => error.message)).to.equal('limit');
        expect(container.childElementCount).to.equal(0);
        expect(asked[0]?.signal.aborted).to.equal(true);
        expect(timers.delays).to.deep.equal([]);
      });

      it('starts without an entry in the session history', async () => {
        const before = history.length;
        const arrival = nextArrival();
        const result = present(bank(), frameUrl);
        await arrival;
        await eventually(() => loads === 1);
        expect(history.length).to.equal(before);
        close();
        await result;
      });

      it('names and confines its frame', async () => {
        const arrival = nextArrival();
        const result = present(bank(), frameUrl, {title: () => 'Your bank'});
        await arrival;
        const frame = container.querySelector('iframe')!;
        expect(frame.title).to.equal('Your bank');
        expect(frame.referrerPolicy).to.equal('strict-origin');
        // The shell is the shop's own page and sandboxes the bank itself.
        expect([...frame.sandbox].sort()).to.deep.equal(
          way === 'directly'
            ? [
                'allow-forms',
                'allow-modals',
                'allow-pointer-lock',
                'allow-popups',
                'allow-popups-to-escape-sandbox',
                'allow-same-origin',
                'allow-scripts',
              ]
            : [],
        );
        expect(frame.allow).to.contain(`publickey-credentials-get ${location.origin}`);
        expect(frame.hasAttribute('style')).to.equal(false);
        close();
        await result;
      });

      it('works in a dialog of a shadow root', async () => {
        const dialog = container.attachShadow({mode: 'open'}).appendChild(document.createElement('dialog'));
        dialog.showModal();
        const open = async (): Promise<StepUpDialog> => ({
          container: dialog,
          closed: new Promise(() => undefined),
        });
        expect((await present(bank([], returnPage), frameUrl, {open})).outcome).to.equal('returned');
      });
    });
  }

  it('rejects with what the dialog rejects with', async () => {
    const failing = (): Promise<StepUpDialog> => Promise.reject(new Error('no dialog'));
    const message = await present(bank(), undefined, {open: failing}).catch((error: Error) => error.message);
    expect(message).to.equal('no dialog');
  });

  it('puts nothing into a dialog that opens after the end', async () => {
    const caller = new AbortController();
    let opened: (dialog: StepUpDialog) => void = () => undefined;
    const late = (): Promise<StepUpDialog> => new Promise((resolve) => (opened = resolve));
    const result = present(bank(), undefined, {open: late}, caller.signal);
    caller.abort();
    await result.catch(() => undefined);
    opened({container, closed: Promise.resolve()});
    await new Promise((resolve) => setTimeout(resolve));
    expect(container.childElementCount).to.equal(0);
  });

  it('does not take the word of the bank, of another origin or of a sibling frame for the return', async () => {
    const arrival = nextArrival();
    const result = present(bank([{...returned, extra: 1}, 'returned', {type: 'returned'}]));
    await arrival;
    const sibling = container.appendChild(document.createElement('iframe'));
    sibling.contentWindow?.setTimeout(`parent.postMessage(${JSON.stringify(returned)}, '*')`);
    await new Promise<void>((resolve) => {
      const hear = (event: MessageEvent): void => {
        if (event.source !== sibling.contentWindow) return;
        window.removeEventListener('message', hear);
        resolve();
      };
      window.addEventListener('message', hear);
    });
    close();
    expect(await result).to.deep.equal({outcome: 'closed'});
  });

  it('hears the return page at the origin of the session, not at its own', async () => {
    const arrival = nextArrival();
    const result = present(bank([returned]), undefined, {returnUrl: () => 'https://shop.example/return'});
    await arrival;
    await eventually(() => loads === 1);
    close();
    expect(await result).to.deep.equal({outcome: 'closed'});
  });

  it('changes nothing for reports of a shell that do not belong here', async () => {
    const says = [
      {type: 'completed', sessionId: 'x'},
      {type: 'failed'},
      {type: 'returned', by: 'me'},
      'returned',
      null,
    ];
    const arrival = nextArrival();
    const result = present(bank(), shell({says: JSON.stringify(says)}));
    await arrival;
    await eventually(() => loads === 1);
    close();
    expect(await result).to.deep.equal({outcome: 'closed'});
  });

  it('says closed when the shopper goes back by the browser, which the shell reports', async () => {
    const result = present(bank(), shell({says: JSON.stringify([{type: 'back'}])}));
    expect(await result).to.deep.equal({outcome: 'closed'});
    expect(container.childElementCount).to.equal(0);
  });

  it('does not wait for a shell that does not leave', async () => {
    const arrival = nextArrival();
    const result = present(bank(), shell({stays: '1'}));
    await arrival;
    close();
    await eventually(() => timers.delays.includes(500));
    timers.fire(500);
    expect(await result).to.deep.equal({outcome: 'closed'});
  });

  it('starts anew when the shell page is loaded again', async () => {
    const first = nextArrival();
    const result = present(bank(), shell());
    await first;
    const second = nextArrival();
    container.querySelector('iframe')!.contentWindow!.location.reload();
    expect((await second).form).to.deep.equal({JWT: 'a.b.c'});
    close();
    await result;
  });

  for (const url of [
    'http://bank.example/challenge',
    'data:text/html,hello',
    'nonsense',
    'https://shop@bank.example/',
  ]) {
    // shows: peers 45
    it(`refuses ${url} before it asks for a dialog`, async () => {
      expect(await codeOf(present(url))).to.equal('step-up-url-refused');
      expect(asked).to.have.length(0);
    });
  }

  it('refuses what the shell refuses', async () => {
    expect(await codeOf(present(bank(), shell({refuse: '1'})))).to.equal('step-up-url-refused');
  });

  it('says when there is no shell', async () => {
    const result = present(bank(), shell({mute: '1'}));
    await eventually(() => timers.delays.includes(5_000));
    timers.fire(5_000);
    expect(await codeOf(result)).to.equal('shell-unreachable');
    expect(container.childElementCount).to.equal(0);
  });

  for (const mode of ['dialog', 'redirect'] as const) {
    it(`says that the policy forbids the form when the browser throws instead, as Firefox does (${mode})`, async () => {
      const restore = refuseForms();
      try {
        const forms = document.forms.length;
        expect(await codeOf(present(bank(), undefined, {mode: () => mode}))).to.equal('step-up-url-refused');
        expect(document.forms.length).to.equal(forms);
        expect(container.childElementCount).to.equal(0);
      } finally {
        restore();
      }
    });
  }

  it('leaves no listener and no frame after 50 step-ups, closed and given up', async () => {
    const count = countListeners(window);
    try {
      for (let round = 0; round < 50; round++) {
        const caller = new AbortController();
        const result = present(bank(), round % 3 === 0 ? shell() : undefined, {}, caller.signal);
        await Promise.resolve();
        if (round % 2 === 0) caller.abort();
        else close();
        await result.catch(() => undefined);
      }
      expect(count.left).to.equal(0);
      expect(container.childElementCount).to.equal(0);
    } finally {
      count.stop();
    }
  });

  describe('under a strict policy of the page', () => {
    const strict =
      "default-src 'none'; script-src 'nonce-n' 'strict-dynamic'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
      "frame-src 'self'; form-action 'self'; base-uri 'none'; require-trusted-types-for 'script'; trusted-types card-vault";
    const noForms = strict.replace("form-action 'self'", "form-action 'none'");

    it('works through the shell without a violation', async () => {
      const report = await runHarness({
        policy: noForms,
        run: 'dialog',
        url: bank([], returnPage),
        frame: shell(),
      });
      expect(report.harness).to.deep.equal({outcome: 'returned'});
      expect(report.violations).to.deep.equal([]);
    });

    it('says what to do when there is no shell', async () => {
      const report = await runHarness({policy: noForms, run: 'dialog', url: bank()});
      expect(report.harness.code).to.equal('step-up-url-refused');
      expect(report.harness.message).to.contain('frame_url');
    });

    for (const [way, frame] of [
      ['directly', {}],
      ['through the shell', {frame: shell()}],
    ] as const) {
      it(`leaves the page in redirect mode ${way}`, async () => {
        const arrival = nextArrival();
        const policy = way === 'directly' ? strict : noForms;
        const report = await runHarness({policy, run: 'redirect', url: bank(), ...frame}, arrival);
        expect(report.harness).to.deep.equal({outcome: 'leaving'});
        expect(report.violations).to.deep.equal([]);
        const {form, framed, href} = await arrival;
        expect({form, framed}).to.deep.equal({form: {JWT: 'a.b.c'}, framed: false});
        expect(href).not.to.contain('a.b.c');
      });
    }
  });
});
