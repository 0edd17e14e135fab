import {expect} from '@open-wc/testing';
import {CardVaultListElement} from '../../src/element/exports/list.js';
import {createFakeAdapter, testExpiry} from '../../src/testing/index.js';
import {loadKit} from './support/react.js';

describe('CardVaultList in React', () => {
  it('has all options of the element, hears its events, and gives it by ref', async () => {
    const {React, act, createRoot, CardVaultList} = await loadKit('/node_modules');
    const place = document.body.appendChild(document.createElement('div'));
    const root = createRoot(place);
    const {month: expirationMonth, year: expirationYear} = testExpiry();
    const expiry = {expirationMonth, expirationYear};
    const method = {token: 'pm_1', brand: 'visa', lastFour: '2701', singleUse: false, ...expiry} as const;
    const adapter = createFakeAdapter({paymentMethods: [method]});
    const heard: string[] = [];
    const ref = React.createRef<CardVaultListElement>();
    const list = (preselect?: 'none') =>
      React.createElement(CardVaultList, {
        ...{adapter, ref, id: 'cards', name: 'card', preselect},
        onReady: ({detail}) => heard.push(`ready ${detail.value}`),
        onChoose: ({detail}) => heard.push(`choose ${detail.paymentMethod?.token}`),
      });
    await act(() => Promise.resolve(root.render(list())));
    await ref.current!.whenReady();
    expect(ref.current).to.be.instanceOf(CardVaultListElement);
    expect(ref.current).to.include({id: 'cards', name: 'card', value: 'pm_1'});
    expect(heard).to.deep.equal(['choose pm_1', 'ready pm_1']);
    await act(() => Promise.resolve(root.render(list('none'))));
    expect(ref.current!.preselect).to.equal('none');
    await act(() => Promise.resolve(root.render(list())));
    expect(ref.current!.preselect).to.equal('default');
    await act(() => Promise.resolve(root.unmount()));
    place.remove();
  });
});
