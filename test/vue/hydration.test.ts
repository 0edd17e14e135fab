import {useStage} from './support/stage.js';
import {expect, nextFrame} from '@open-wc/testing';
import {createSSRApp, h, type App} from 'vue';
import {renderToString} from 'vue/server-renderer';
import {CardVault} from '../../src/vue/index.js';
import {everyEvent} from '../react/support/every-event.js';
import {silentAdapter} from '../react/support/silent-adapter.js';
import {waitUntil} from '../support/wait.js';

describe('CardVault in Vue 3: what a server rendered', () => {
  const {serve, adopt, element} = useStage();

  it('stands still until Vue has it, is taken over without a complaint, and then begins', async () => {
    const adapter = silentAdapter();
    const saved: Event[] = [];
    const early: string[] = [];
    const onSaved = (event: Event): void => void saved.push(event);
    const page = (): App =>
      createSSRApp({
        render: () => h(CardVault, {adapter, id: 'card', layout: 'compact', onSaved}, () => 'Terms'),
      });
    const text = await renderToString(page());
    serve(text);
    const served = element();
    served.addEventListener('card-vault-error', () => early.push('error'));
    served.addEventListener('card-vault-step', () => early.push('step'), {once: true});
    // The scripts of a page come long after its text: the element is known, and seen, before Vue arrives.
    for (let frame = 0; frame < 5; frame += 1) await nextFrame();
    expect(served.innerHTML).to.equal('Terms');
    expect(early).to.deep.equal([]);

    adopt(page());
    expect(element()).to.equal(served);
    expect(served.layout).to.equal('compact');
    await waitUntil(() => adapter.opened.length === 1);
    served.dispatchEvent(everyEvent.onSaved());
    expect(saved).to.have.lengthOf(1);
  });
});
