import {expect, nextFrame} from '@open-wc/testing';
import {CardVaultListElement} from '../../../src/element/list/card-vault-list.js';
import {CardVaultElement} from '../../../src/element/card-vault.js';
import {createFakeAdapter} from '../../../src/testing/index.js';
import {FakeWorld} from '../../support/fake-parts.js';
import {waitUntil} from '../../support/wait.js';

/** A service and its hosted fields for the elements that a library makes by their tag. */
export let world = new FakeWorld();

class PlayedCard extends CardVaultElement {
  constructor() {
    super(world.ports);
  }
  protected override begin(): void {
    this.sessionUrl = '/session';
    super.begin();
  }
}
customElements.define('played-card', PlayedCard);

const card = {
  ...({brand: 'visa', expirationMonth: '08', expirationYear: '2031'} as const),
  ...{singleUse: false, expired: false, lastFour: '4242'},
};
const paymentMethods = [
  {...card, token: 'pm_first', isDefault: true},
  {...card, token: 'pm_second', isDefault: false},
];
class PlayedList extends CardVaultListElement {
  protected override begin(): void {
    this.adapter = createFakeAdapter({paymentMethods});
    this.preselect = 'none';
    super.begin();
  }
}
customElements.define('played-list', PlayedList);

export type Played = PlayedCard | PlayedList;

/** One page with one form: what a library mounts into it. */
export class Stage {
  readonly place = document.createElement('main');
  readonly sent: unknown[] = [];
  readonly errors: unknown[] = [];
  #stop = new AbortController();

  constructor() {
    world = new FakeWorld();
    document.body.append(this.place);
    const {signal} = this.#stop;
    addEventListener('error', ({error}) => this.errors.push(error), {signal});
    addEventListener('unhandledrejection', ({reason}) => this.errors.push(reason), {signal});
  }

  end(): void {
    this.#stop.abort();
    this.place.remove();
    expect(this.errors, 'errors of the page').to.deep.equal([]);
  }

  get form(): HTMLFormElement {
    return this.place.querySelector('form')!;
  }
  get element(): Played {
    return this.place.querySelector<Played>('played-card, played-list')!;
  }
  get message(): string {
    return this.place.querySelector('.message')?.textContent?.trim() ?? '';
  }
  get token(): string {
    return this.element instanceof PlayedCard ? 'pm_1' : 'pm_second';
  }

  async ready(): Promise<void> {
    await waitUntil(() => this.place.querySelector('played-card, played-list'), 'the element is there');
    await this.element.whenReady();
    await this.element.updateComplete;
  }

  /** As a shopper: types a card, or chooses one. */
  async fill(): Promise<void> {
    const {element} = this;
    if (element instanceof PlayedCard) {
      world.lastFields.change('number', {valid: true, brands: ['visa'], securityCodeLength: 3});
      world.lastFields.change('securityCode', {valid: true});
      const expiry = element.renderRoot.querySelector<HTMLInputElement>('#expiry')!;
      expiry.value = '01/31';
      expiry.dispatchEvent(new InputEvent('input', {bubbles: true, composed: true}));
    } else {
      element.renderRoot.querySelector<HTMLInputElement>('[data-token=pm_second] input')!.click();
    }
    await element.updateComplete;
  }

  press(): void {
    this.form.querySelector<HTMLButtonElement>('button:not([type])')!.click();
  }

  async isSent(count = 1): Promise<void> {
    await waitUntil(() => this.sent.length >= count, 'the form is sent');
  }

  get focusIsInside(): boolean {
    return this.element.matches(':focus-within') || world.lastFields.focused.length > 0;
  }
}

/** What a page does with a form library. */
export interface Mounted {
  reset(): void;
  unmount(): void;
}

export interface Page {
  readonly place: HTMLElement;
  readonly tag: string;
  readonly send: (values: unknown) => void;
}

/** What holds with every form library, for both elements. */
export function holdsWith(
  library: string,
  mount: (page: Page) => Mounted | Promise<Mounted>,
  {focuses = false, resets = true}: {readonly focuses?: boolean; readonly resets?: boolean} = {},
): void {
  for (const tag of ['played-card', 'played-list'])
    describe(`${tag === 'played-card' ? '<card-vault>' : '<card-vault-list>'} in a form of ${library}`, () => {
      let stage: Stage;
      let mounted: Mounted;
      const begin = async (): Promise<void> => {
        mounted = await mount({place: stage.place, tag, send: (values) => stage.sent.push(values)});
        await stage.ready();
      };
      beforeEach(async () => {
        stage = new Stage();
        await begin();
      });
      afterEach(() => {
        mounted.unmount();
        stage.end();
      });

      it('hands over the token of the card that the shopper gave', async () => {
        await stage.fill();
        stage.press();
        await stage.isSent();
        expect(stage.sent).to.deep.equal([{card: stage.token}]);
      });

      it('begins empty, and is asked for by the words of the library', async () => {
        expect(stage.element.value).to.equal('');
        stage.press();
        await waitUntil(() => stage.message === 'Give us a card.', 'the message is shown');
        if (focuses) await waitUntil(() => stage.focusIsInside, 'the focus goes into the element');
        expect(stage.sent).to.deep.equal([]);
        await stage.fill();
        stage.press();
        await stage.isSent();
        expect(stage.sent).to.deep.equal([{card: stage.token}]);
      });

      if (resets)
        it('is empty after a reset, and hands over no card of before', async () => {
          await stage.fill();
          stage.press();
          await stage.isSent();
          // Libraries draw, and take up what they were given, in a later task.
          await nextFrame();
          mounted.reset();
          await waitUntil(() => stage.element.value === '', 'the element is empty');
          await nextFrame();
          stage.press();
          await waitUntil(() => stage.message === 'Give us a card.', 'the message is shown');
          expect(stage.sent).to.have.length(1);
        });

      it('works again after it was unmounted and mounted', async () => {
        mounted.unmount();
        await begin();
        await stage.fill();
        stage.press();
        await stage.isSent();
        expect(stage.sent).to.deep.equal([{card: stage.token}]);
      });
    });
}
