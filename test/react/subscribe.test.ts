import {expect} from '@open-wc/testing';
import {
  type CardVaultSubscribeElement,
  CardVaultError,
  CardVaultErrorEvent,
} from '../../src/element/exports/index.js';
import {CardVaultEvent, type CardVaultSubscribeStartedEvent} from '../../src/element/events.js';
import {loadKit} from './support/react.js';

describe('CardVaultSubscribe in React', () => {
  it('has the options of the element, hears its events, and gives it by ref', async () => {
    const {React, act, createRoot, CardVaultSubscribe} = await loadKit('/node_modules');
    const place = document.body.appendChild(document.createElement('div'));
    const root = createRoot(place);
    const ref = React.createRef<CardVaultSubscribeElement>();
    const heard: string[] = [];
    const onError = ({detail}: CardVaultErrorEvent) => void heard.push(detail.code);
    const onSubscribeStarted = ({detail}: CardVaultSubscribeStartedEvent) => void heard.push(detail.plan);
    const options = {showPlan: true, portal: true, reference: '1042', quiet: true};
    const button = (plan?: string) =>
      React.createElement(
        CardVaultSubscribe,
        {ref, plan, id: 'plan', ...options, onError, onSubscribeStarted},
        'Join',
      );
    await act(() => Promise.resolve(root.render(button('plan_1'))));
    const element = ref.current!;
    expect(element).to.include({plan: 'plan_1', id: 'plan', subscribeUrl: '/card-vault/subscribe'});
    expect(element).to.include({showPlan: true, portal: true, reference: '1042'});
    expect(element.subscribe).to.be.a('function');
    expect(element.textContent).to.equal('Join');
    element.dispatchEvent(new CardVaultErrorEvent(new CardVaultError('unexpected', 'made by a test')));
    element.dispatchEvent(
      new CardVaultEvent('card-vault-subscribe-started', {plan: 'plan_1', reference: '1042'}),
    );
    expect(heard).to.deep.equal(['unexpected', 'plan_1']);
    await act(() => Promise.resolve(root.render(button())));
    expect(element.plan).to.equal('');
    await act(() => Promise.resolve(root.unmount()));
    place.remove();
  });
});
