// Own page: its card-vault is plain markup, so nothing may define the element.
import type {Page} from '@playwright/test';
import {expect} from '@open-wc/testing';
import {
  advanceClock,
  answerStepUp,
  chooseStepUp,
  fillCard,
  nextOutcome,
  savedOutcome,
  stoppedOutcome,
  testCard,
  testExpiry,
  watchOutcomes,
  type TestPage,
} from '../../src/testing/index.js';
import {DomPage} from './support/dom-page.js';

/** Compiles only as long as a page of Playwright is a page of the helpers. */
export const fits = (page: Page): TestPage => page;

describe('helpers for a browser driven by Playwright', () => {
  let page: DomPage;
  let shop: HTMLElement;
  beforeEach(() => {
    page = new DomPage();
    shop = document.body.appendChild(document.createElement('div'));
  });
  afterEach(() => shop.remove());

  /** An element with the places of its fields (decision 0001), and inputs in its shadow tree. */
  function element(id = 'card'): {values: () => Record<string, string>} {
    const host = shop.appendChild(document.createElement('card-vault'));
    host.id = id;
    const root = host.attachShadow({mode: 'open'});
    root.innerHTML =
      '<input autocomplete="cc-exp"><input autocomplete="cc-name"><input class="raw" autocomplete="cc-number"><input class="raw" autocomplete="cc-csc">';
    for (const [slot, autocomplete] of [
      ['number', 'cc-number'],
      ['security-code', 'cc-csc'],
    ] as const) {
      const place = host.appendChild(document.createElement('div'));
      place.slot = slot;
      const frame = place.appendChild(document.createElement('iframe'));
      frame.contentDocument!.body.innerHTML = `<input autocomplete="${autocomplete}">`;
    }
    return {
      values: () => {
        const inputs = [...root.querySelectorAll('input')];
        const frames = [...host.querySelectorAll('iframe')].flatMap((frame) => [
          ...frame.contentDocument!.querySelectorAll('input'),
        ]);
        return Object.fromEntries([
          ...inputs.map((input) => [`${input.className}${input.getAttribute('autocomplete')}`, input.value]),
          ...frames.map((input) => [input.getAttribute('autocomplete'), input.value]),
        ]) as Record<string, string>;
      },
    };
  }

  describe('fillCard', () => {
    it('types number and code into the hosted frames and the rest into the element', async () => {
      const {values} = element();
      await fillCard(page, {
        number: '4000000000002701',
        expiry: '02/30',
        securityCode: '999',
        cardholderName: 'A. Person',
      });
      expect(values()).to.deep.equal({
        'cc-number': '4000000000002701',
        'cc-csc': '999',
        'cc-exp': '02/30',
        'cc-name': 'A. Person',
        'rawcc-number': '',
        'rawcc-csc': '',
      });
    });

    it('knows an expiry and a code that do', async () => {
      const {values} = element();
      await fillCard(page, testCard('2.1', 'amex'));
      expect(values()).to.deep.include({'cc-exp': testExpiry().text, 'cc-csc': '1234', 'cc-name': ''});
    });

    it('types into the inputs of the element in raw mode', async () => {
      const {values} = element();
      await fillCard(page, {number: '4000000000002701'}, {entryMode: 'raw'});
      expect(values()).to.deep.include({
        'rawcc-number': '4000000000002701',
        'rawcc-csc': '123',
        'cc-number': '',
      });
    });

    it('types again what a browser gave to the page, before it knew that the frame has the focus', async () => {
      const {values} = element();
      const lost = new Set(['cc-number', 'cc-csc']);
      const losing: Pick<DomPage, 'frameLocator'> = {
        frameLocator(selector) {
          const frame = page.frameLocator(selector);
          return {
            locator(name) {
              const locator = frame.locator(name);
              const fill = async (text: string) =>
                lost.delete(/"(.*)"/.exec(name)![1]!) ? undefined : locator.fill(text);
              return {
                fill,
                click: () => locator.click(),
                isVisible: () => locator.isVisible(),
                inputValue: () => locator.inputValue(),
              };
            },
          };
        },
      };
      await fillCard(Object.assign(new DomPage(), losing), {number: '4000000000002701', securityCode: '999'});
      expect(values()).to.deep.include({'cc-number': '4000000000002701', 'cc-csc': '999'});
      expect(lost.size).to.equal(0);
    });

    it('fills the one of two elements that is meant', async () => {
      const first = element('first');
      const second = element('second');
      await fillCard(page, {number: '4000000000002701'}, {within: '#second'});
      expect(first.values()['cc-number']).to.equal('');
      expect(second.values()['cc-number']).to.equal('4000000000002701');
    });
  });

  describe('answerStepUp', () => {
    const buttons = (...ids: string[]) => ids.map((id) => `<button id="${id}"></button>`).join('');
    const asksForCode = `<input autocomplete="one-time-code">${buttons('confirm', 'resend', 'cancel')}`;

    /** A page of the bank; notes the buttons that are pressed. */
    function bank(parts = asksForCode): string[] {
      const pressed: string[] = [];
      const frame = shop.appendChild(document.createElement('iframe'));
      const {body} = frame.contentDocument!;
      body.innerHTML = `<script type="application/json" id="step-up"></script>${parts}`;
      body.addEventListener('click', (event) => {
        const code = body.querySelector('input')?.value ?? '';
        pressed.push(`${(event.target as Element).id} ${code}`.trim());
      });
      return pressed;
    }

    it('enters the code and confirms', async () => {
      const pressed = bank();
      await answerStepUp(page, '1234');
      expect(pressed).to.deep.equal(['confirm 1234']);
    });

    it('cancels, or asks for another code', async () => {
      const pressed = bank();
      await answerStepUp(page, 'resend');
      await answerStepUp(page, 'cancel');
      expect(pressed).to.deep.equal(['resend', 'cancel']);
    });

    it("waits for the bank's page to come", async () => {
      const answered = answerStepUp(page, '1234');
      await new Promise((resolve) => setTimeout(resolve));
      const pressed = bank();
      await answered;
      expect(pressed).to.deep.equal(['confirm 1234']);
    });

    it('opens the bank’s app, once, and approves there', async () => {
      const pressed = bank('<button id="open" class="confirm"></button>');
      const answered = answerStepUp(page, 'approve');
      while (pressed.length === 0) await new Promise((resolve) => setTimeout(resolve));
      const app = bank(buttons('approve', 'decline'));
      await answered;
      expect([pressed, app]).to.deep.equal([['open'], ['approve']]);
    });

    it('leaves the buttons of the shop alone', async () => {
      shop.innerHTML = '<button id="cancel"></button>';
      let presses = 0;
      shop.addEventListener('click', () => presses++);
      const pressed = bank();
      await answerStepUp(page, 'cancel');
      expect([pressed, presses]).to.deep.equal([['cancel'], 0]);
    });

    it('says what it waited for', async () => {
      const error = await answerStepUp(page, '1234', {timeout: 0}).catch((caught: Error) => caught.message);
      expect(error).to.contain("bank's page");
    });
  });

  describe('outcomes', () => {
    const tell = (type: string, detail: object): void => {
      shop.dispatchEvent(new CustomEvent(`card-vault-${type}`, {detail, bubbles: true, composed: true}));
    };

    it('gives the saved card that comes next', async () => {
      await watchOutcomes(page);
      tell('saved', {outcome: 'saved', tracker: 'track_1'});
      expect(await savedOutcome(page)).to.deep.equal({outcome: 'saved', tracker: 'track_1'});
    });

    it('gives the outcomes one after another, in their order', async () => {
      await watchOutcomes(page);
      await watchOutcomes(page);
      tell('stopped', {outcome: 'stopped', reason: 'failed'});
      tell('saved', {outcome: 'saved'});
      expect((await stoppedOutcome(page)).reason).to.equal('failed');
      expect((await nextOutcome(page)).type).to.equal('saved');
    });

    it('tells how a save ended instead', async () => {
      await watchOutcomes(page);
      const error = Object.assign(new Error('the service is down'), {secret: 'x'});
      tell('error', {code: 'service-unreachable', audience: 'network', retryable: true, error});
      const message = await savedOutcome(page).catch((caught: Error) => caught.message);
      expect(message).to.contain('service-unreachable').and.to.contain('the service is down');
      expect(message).not.to.contain('secret');
    });

    it('gives what the page told at once, also after its documents and their storage are gone', async () => {
      let tell: (source: unknown, value: unknown) => void = () => undefined;
      const gone = Object.assign(new DomPage(), {
        exposeBinding: async (_name: string, callback: typeof tell) => void (tell = callback),
        evaluate: async () => {
          throw new Error('Execution context was destroyed');
        },
      });
      await watchOutcomes(gone);
      for (const [id, tracker] of ['track_1', 'track_2'].entries())
        tell({}, {id: String(id), type: 'saved', detail: {outcome: 'saved', tracker}});
      const trackers = [(await savedOutcome(gone)).tracker, (await savedOutcome(gone)).tracker];
      expect(trackers).to.deep.equal(['track_1', 'track_2']);
    });

    it('records in documents that come later, too', async () => {
      await watchOutcomes(page);
      expect(page.scripts).to.have.length(1);
    });

    it('goes on when the page is being left while it is asked', async () => {
      await watchOutcomes(page);
      tell('saved', {outcome: 'saved'});
      let asked = 0;
      const {evaluate} = page;
      page.evaluate = async (expression) => {
        asked += 1;
        if (asked < 3) throw new Error('Execution context was destroyed');
        return evaluate.call(page, expression);
      };
      expect((await nextOutcome(page)).type).to.equal('saved');
    });

    it('keeps them in a page whose storage is refused', async () => {
      const own = Object.getOwnPropertyDescriptor(window, 'sessionStorage')!;
      Object.defineProperty(window, 'sessionStorage', {
        configurable: true,
        get: () => {
          throw new DOMException('Refused.', 'SecurityError');
        },
      });
      try {
        await watchOutcomes(page);
        tell('saved', {outcome: 'saved', tracker: 'track_2'});
        expect(await savedOutcome(page)).to.deep.equal({outcome: 'saved', tracker: 'track_2'});
      } finally {
        Object.defineProperty(window, 'sessionStorage', own);
      }
    });

    it('adds no name to the page', async () => {
      const before = Object.keys(window).length;
      await watchOutcomes(page);
      expect(Object.keys(window)).to.have.length(before);
    });
  });

  describe('chooseStepUp', () => {
    const {fetch} = window;
    afterEach(() => {
      window.fetch = fetch;
    });

    it('asks the sandbox as the merchant, and gives its refusal', async () => {
      const sent: [string, RequestInit?][] = [];
      let status = 200;
      window.fetch = async (url, init) => {
        sent.push([String(url), init]);
        return Response.json({data: null, message: 'no such bank'}, {status});
      };
      await chooseStepUp('http://localhost:4100', 'sk_1', 'app');
      const [[url, init] = []] = sent;
      expect([url, init?.method, init?.body]).to.deep.equal([
        'http://localhost:4100/sandbox/v1/bank',
        'POST',
        '{"step_up":"app"}',
      ]);
      expect(new Headers(init?.headers).get('x-sfpy-merchant-secret')).to.equal('sk_1');
      status = 400;
      const error = await chooseStepUp('http://localhost:4100', 'sk_1', null).catch(String);
      expect(error).to.equal('Error: The bank was not changed (HTTP 400, no such bank).');
    });
  });

  describe('advanceClock', () => {
    const {fetch} = window;
    afterEach(() => {
      window.fetch = fetch;
    });
    const answer = (status: number, body: unknown): Request[] => {
      const requests: Request[] = [];
      window.fetch = async (...args) => {
        requests.push(new Request(...args));
        return new Response(JSON.stringify(body), {status});
      };
      return requests;
    };

    it('asks the service and gives the time it shows', async () => {
      const requests = answer(200, {data: {now: '2027-01-31T00:00:00.000Z'}});
      const now = await advanceClock('http://localhost:4100/', 'secret', '2027-01-31');
      expect(now.toISOString()).to.equal('2027-01-31T00:00:00.000Z');
      const [request] = requests;
      expect(request?.url).to.equal('http://localhost:4100/sandbox/v1/clock/advance');
      expect(request?.headers.get('idempotency-key')).not.to.equal(null);
      expect(await request?.json()).to.deep.equal({to: '2027-01-31T00:00:00.000Z'});
    });

    it("passes on the service's words", async () => {
      answer(409, {data: null, code: 'clock.past', message: 'That instant has passed.'});
      const message = await advanceClock('http://localhost:4100', 'secret', new Date(0)).catch(
        (error: Error) => error.message,
      );
      expect(message).to.contain('clock.past').and.to.contain('has passed').and.not.to.contain('secret');
    });

    it('refuses what is no instant', async () => {
      const name = await advanceClock('http://localhost:4100', 'secret', 'soon').catch(
        (error: Error) => error.name,
      );
      expect(name).to.equal('RangeError');
    });
  });
});
