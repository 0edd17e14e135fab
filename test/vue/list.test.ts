import './support/vue.js';
import {expect} from '@open-wc/testing';
import {createApp, h, nextTick, ref} from 'vue';
import {CardVaultListElement} from '../../src/element/exports/list.js';
import {createFakeAdapter, testExpiry} from '../../src/testing/index.js';
import {CardVaultList} from '../../src/vue/list.js';

describe('CardVaultList in Vue', () => {
  it('has all options of the element, and v-model for the card that is chosen', async () => {
    const {month: expirationMonth, year: expirationYear} = testExpiry();
    const expiry = {expirationMonth, expirationYear};
    const method = (token: string) =>
      ({token, brand: 'visa', lastFour: '2701', singleUse: false, ...expiry}) as const;
    const adapter = createFakeAdapter({paymentMethods: [method('pm_1'), method('pm_2')]});
    const chosen = ref('');
    const place = document.body.appendChild(document.createElement('div'));
    const app = createApp({
      render: () =>
        h(CardVaultList, {
          ...{adapter, id: 'cards', name: 'card', modelValue: chosen.value},
          'onUpdate:modelValue': (token: string) => void (chosen.value = token),
        }),
    });
    app.mount(place);
    const list = place.querySelector('card-vault-list')!;
    await list.whenReady();
    expect(list).to.be.instanceOf(CardVaultListElement);
    expect(list).to.include({id: 'cards', name: 'card', preselect: 'default'});
    expect(chosen.value).to.equal('pm_1');
    chosen.value = 'pm_2';
    await nextTick();
    expect(list.value).to.equal('pm_2');
    const options = Object.keys(CardVaultList.props as object);
    expect(options).to.have.members([...CardVaultListElement.elementProperties.keys(), 'modelValue']);
    app.unmount();
    place.remove();
  });
});
