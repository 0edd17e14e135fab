import type {BrowserContext, Page} from 'playwright-core';
import {answerStepUp, fillCard} from '../../../../src/testing/index.js';

/** What of an event's detail a proof looks at. */
const detailNames = [
  'step',
  'code',
  'reason',
  'cause',
  'tracker',
  'retryable',
  'covered',
  'message',
] as const;

/** What the element said, in order. */
export interface SeenEvent {
  readonly type: string;
  readonly detail: Readonly<Partial<Record<(typeof detailNames)[number], string>>>;
}

/** How a save ended, as the page hears it. */
export interface Outcome {
  readonly outcome: 'saved' | 'stopped' | 'error';
  readonly code?: string;
  readonly reason?: string;
  readonly retryable?: string;
  readonly message?: string;
  readonly tracker?: string;
}

const binding = 'cardVaultHeard';

/** A busy machine is slow, which is no failure: this is the patience of a proof, not a promise. */
const patience = 90_000;

export const cards = {frictionless: '4000000000002701', stepUp: '4000000000002503'} as const;

/** One tab of a shopper, and everything that its page said since it was opened. */
export class Visit {
  readonly page: Page;
  readonly events: SeenEvent[] = [];
  readonly violations: string[] = [];
  /** Errors of scripts and of the console. */
  readonly complaints: string[] = [];
  readonly #waiting = new Set<() => void>();

  private constructor(page: Page) {
    this.page = page;
    page.on('pageerror', (error) => this.complaints.push(`${error.name}: ${error.message}`));
    page.on('console', (message) => {
      if (message.type() === 'error') this.complaints.push(`console: ${message.text()}`);
    });
  }

  /** A tab that listens before any script of the page runs, by a way that the page cannot break. */
  static async open(context: BrowserContext): Promise<Visit> {
    const visit = new Visit(await context.newPage());
    const session = await context.newCDPSession(visit.page);
    session.on('Runtime.bindingCalled', ({name, payload}) => {
      if (name === binding) visit.#hear(payload);
    });
    await session.send('Runtime.enable');
    await session.send('Runtime.addBinding', {name: binding});
    await visit.page.addInitScript(listenInPage, {binding, keys: [...detailNames]});
    return visit;
  }

  #hear(payload: string): void {
    const [kind = '', ...texts] = payload.split('\u0001');
    if (kind === 'violation') this.violations.push(texts[0] ?? '');
    else {
      const known = detailNames
        .map((name, index) => [name, texts[index]] as const)
        .filter(([, text]) => text);
      this.events.push({type: kind, detail: Object.fromEntries(known)});
    }
    for (const look of this.#waiting) look();
  }

  /** The `count`-th event of these types, or undefined when none comes. */
  heard(types: readonly string[], count = 1, limit = patience): Promise<SeenEvent | undefined> {
    const find = () => this.events.filter(({type}) => types.includes(type))[count - 1];
    return new Promise((resolve) => {
      const end = (event?: SeenEvent): void => {
        clearTimeout(timer);
        this.#waiting.delete(look);
        resolve(event);
      };
      const look = (): void => {
        const event = find();
        if (event) end(event);
      };
      const timer = setTimeout(end, limit);
      this.#waiting.add(look);
      look();
    });
  }

  /** The event that the flow has come to a step. */
  async step(name: string): Promise<void> {
    for (let count = 1; ; count += 1) {
      const event = await this.heard(['step'], count);
      if (!event) throw new Error(`The flow did not come to ${name}. ${this.story()}`);
      if (event.detail.step === name) return;
    }
  }

  async ready(count = 1): Promise<void> {
    const event = await this.heard(['ready', 'error'], count);
    if (event?.type !== 'ready') throw new Error(`The fields did not come up. ${this.story()}`);
  }

  /** The `count`-th end of a save; undefined when there is none. */
  async ending(count = 1, limit = patience): Promise<Outcome | undefined> {
    const event = await this.heard(['saved', 'stopped', 'error'], count, limit);
    if (!event) return undefined;
    return {outcome: event.type as Outcome['outcome'], ...event.detail};
  }

  /** Everything that was heard, for a violation's text. */
  story(): string {
    const heard = this.events.map(({type, detail}) => {
      return `${type} ${detail.step ?? detail.code ?? detail.reason ?? detail.covered ?? ''}`.trim();
    });
    return `Heard: ${heard.join(', ') || 'nothing'}; ${this.complaints.slice(0, 3).join('; ')}`;
  }

  /** Until the fields are live. A busy machine can need longer than the element's own limit: then it is loaded again. */
  async open(address: string): Promise<void> {
    for (let tries = 3; tries > 0; tries -= 1) {
      const before = this.events.length;
      await this.page.goto(address);
      const live = await this.heard(['ready', 'error'], this.#count(['ready', 'error']) + 1);
      if (live?.type === 'ready') return;
      if (live?.detail.code !== 'fields-timed-out') break;
      this.events.splice(before);
    }
    throw new Error(`The fields did not come up. ${this.story()}`);
  }

  #count(types: readonly string[]): number {
    return this.events.filter(({type}) => types.includes(type)).length;
  }

  fill(number: string, within = 'card-vault'): Promise<void> {
    return fillCard(this.page, {number}, {within, timeout: patience});
  }

  /** Presses the element's own button. */
  press(within = 'card-vault'): Promise<void> {
    return this.page.locator(within).getByRole('button', {name: 'Save card'}).click({timeout: patience});
  }

  /** Types the card, presses, answers the bank where it asks, and says how it ended. */
  async save(number: string, count = 1): Promise<Outcome | undefined> {
    await this.fill(number);
    await this.press();
    const end = this.ending(count);
    // A run that ends before the bank asks leaves nothing to answer.
    if (number === cards.stepUp) await Promise.race([this.answer().catch(() => undefined), end]);
    return end;
  }

  answer(limit = patience): Promise<void> {
    return answerStepUp(this.page, '1234', {timeout: limit});
  }
}

/** Runs in the page before anything else, and keeps what it needs of the platform for itself. */
function listenInPage({binding: name, keys}: {readonly binding: string; readonly keys: string[]}): void {
  const heard = (window as unknown as Record<string, ((text: string) => void) | undefined>)[name];
  // Frames of other sites have no binding.
  if (!heard || window !== window.top) return;
  const types = 'ready change step step-up-open step-up-close saved stopped error covered'.split(' ');
  for (const type of types)
    document.addEventListener(`card-vault-${type}`, (event) => {
      const {detail} = event as CustomEvent<Record<string, unknown>>;
      let text = type;
      for (let index = 0; index < keys.length; index += 1) {
        const value = detail[keys[index]!];
        const plain = typeof value === 'string' || typeof value === 'boolean' ? value : '';
        text += `\u0001${plain}`;
      }
      heard(text);
    });
  document.addEventListener('securitypolicyviolation', ({effectiveDirective, blockedURI, sample}) => {
    heard(`violation\u0001${effectiveDirective} blocked ${blockedURI} ${sample}`);
  });
}
