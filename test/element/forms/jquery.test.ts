import {expect} from '@open-wc/testing';
import {jQuery as three} from '../libraries/jquery-3.js';
import {jQuery as four} from '../libraries/jquery-4.js';
import {waitUntil} from '../../support/wait.js';
import {holdsWith, Stage, type Mounted, type Page} from './stage.js';

const page = (tag: string): string =>
  `<form novalidate><input name="email" value="a@b.example"><${tag} name="card"></${tag}><button>Pay</button></form>`;

for (const [version, jQuery] of [
  ['3.7.1', three],
  ['4.0.0', four],
] as const)
  for (const tag of ['played-card', 'played-list'])
    describe(`${tag === 'played-card' ? '<card-vault>' : '<card-vault-list>'} in a form that jQuery ${version} reads`, () => {
      let stage: Stage;
      const text = (): string => jQuery(stage.form).serialize();
      beforeEach(async () => {
        stage = new Stage();
        stage.place.innerHTML = page(tag);
        await stage.ready();
      });
      afterEach(() => stage.end());

      it('is left out while there is no card, as from FormData', () => {
        expect(text()).to.equal('email=a%40b.example');
      });

      it('is sent once with its token, by serialize(), FormData and the browser', async () => {
        stage.form.addEventListener('submit', (event) => {
          event.preventDefault();
          stage.sent.push(
            text(),
            new URLSearchParams([...new FormData(stage.form)] as string[][]).toString(),
          );
        });
        await stage.fill();
        stage.press();
        await stage.isSent(2);
        const sent = `email=a%40b.example&card=${stage.token}`;
        expect(stage.sent).to.deep.equal([sent, sent]);
      });

      it('has a value that val() reads, and that val("") empties', async () => {
        await stage.fill();
        jQuery(stage.form).on('submit', (event) => event.preventDefault());
        stage.press();
        await waitUntil(() => stage.element.value !== '', 'there is a value');
        expect(jQuery(stage.element).val()).to.equal(stage.token);
        jQuery(stage.element).val('');
        expect(jQuery(stage.element).val()).to.equal('');
        expect(text()).to.equal('email=a%40b.example');
      });

      it('sends nothing while it is disabled', async () => {
        await stage.fill();
        jQuery(stage.form).on('submit', (event) => event.preventDefault());
        stage.press();
        await waitUntil(() => stage.element.value !== '', 'there is a value');
        stage.element.disabled = true;
        expect(text()).to.equal('email=a%40b.example');
      });
    });

function validated({place, tag, send}: Page): Mounted {
  place.innerHTML = `<form><${tag} name="card"></${tag}><p class="message"></p><button>Pay</button></form>`;
  const form = place.querySelector('form')!;
  const message = place.querySelector('.message')!;
  const plugin = four(form).validate({
    submitHandler() {
      const card = new URLSearchParams(four(form).serialize()).get('card');
      message.textContent = card ? '' : 'Give us a card.';
      if (card) send({card});
    },
  });
  return {
    reset: () => form.reset(),
    unmount() {
      plugin.destroy();
      place.replaceChildren();
    },
  };
}
holdsWith('jQuery validation', validated);
