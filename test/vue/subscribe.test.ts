import './support/vue.js';
import {expect} from '@open-wc/testing';
import {createApp, h, nextTick, ref} from 'vue';
import {CardVaultError, CardVaultErrorEvent} from '../../src/element/exports/index.js';
import {CardVaultEvent} from '../../src/element/events.js';
import {CardVaultSubscribe} from '../../src/vue/index.js';

describe('CardVaultSubscribe in Vue', () => {
  it('has the options of the element, hears its events, and a template ref has its method', async () => {
    const plan = ref<string | undefined>('plan_1');
    const button = ref<InstanceType<typeof CardVaultSubscribe>>();
    const heard: string[] = [];
    const place = document.body.appendChild(document.createElement('div'));
    const app = createApp({
      render: () =>
        h(
          CardVaultSubscribe,
          {
            ...{ref: button, plan: plan.value, id: 'plan', quiet: true},
            ...{showPlan: true, portal: true, reference: '1042'},
            onError: ({detail}) => void heard.push(detail.code),
            onSubscribeStarted: ({detail}) => void heard.push(detail.plan),
          },
          () => 'Join',
        ),
    });
    app.mount(place);
    const element = place.querySelector('card-vault-subscribe')!;
    expect(element).to.include({plan: 'plan_1', id: 'plan', subscribeUrl: '/card-vault/subscribe'});
    expect(element).to.include({showPlan: true, portal: true, reference: '1042'});
    expect(button.value!.element).to.equal(element);
    expect(button.value!.subscribe).to.be.a('function');
    element.dispatchEvent(new CardVaultErrorEvent(new CardVaultError('unexpected', 'made by a test')));
    element.dispatchEvent(
      new CardVaultEvent('card-vault-subscribe-started', {plan: 'plan_1', reference: '1042'}),
    );
    expect(heard).to.deep.equal(['unexpected', 'plan_1']);
    plan.value = undefined;
    await nextTick();
    expect(element.plan).to.equal('');
    app.unmount();
    place.remove();
  });
});
