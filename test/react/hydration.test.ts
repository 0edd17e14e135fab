import {expect, nextFrame} from '@open-wc/testing';
import type {CardVaultElement} from '../../src/element/exports/index.js';
import {everyEvent} from './support/every-event.js';
import {loadKit, type Kit} from './support/react.js';
import {silentAdapter} from './support/silent-adapter.js';
import {waitUntil} from '../support/wait.js';

describe('CardVault in React 19: what a server rendered', () => {
  let kit: Kit;
  const complaints: unknown[][] = [];
  const {error} = console;

  before(async () => {
    kit = await loadKit('/node_modules');
  });

  beforeEach(() => {
    complaints.length = 0;
    console.error = (...words: unknown[]) => void complaints.push(words);
  });

  afterEach(() => {
    console.error = error;
  });

  it('stands still until React has it, is taken over without a complaint, and then begins', async () => {
    const adapter = silentAdapter();
    const saved: Event[] = [];
    const early: string[] = [];
    const page = kit.React.createElement(
      kit.CardVault,
      {adapter, id: 'card', layout: 'compact', onSaved: (event) => void saved.push(event)},
      'Terms',
    );
    const place = document.createElement('div');
    place.addEventListener('card-vault-error', () => early.push('error'));
    place.addEventListener('card-vault-step', () => early.push('step'));
    place.innerHTML = kit.renderToString(page);
    document.body.append(place);
    // The scripts of a page come long after its text: the element is known, and seen, before React arrives.
    for (let frame = 0; frame < 5; frame += 1) await nextFrame();
    const served = place.querySelector('card-vault') as CardVaultElement;
    expect(served.outerHTML).to.equal(kit.renderToString(page));
    expect(early).to.deep.equal([]);

    let root: {unmount(): void} | undefined;
    await kit.act(() => Promise.resolve((root = kit.hydrateRoot(place, page))));
    expect(complaints).to.deep.equal([]);
    expect(place.querySelector('card-vault')).to.equal(served);
    expect(served.layout).to.equal('compact');
    await waitUntil(() => adapter.opened.length === 1);
    served.dispatchEvent(everyEvent.onSaved());
    expect(saved).to.have.lengthOf(1);
    await kit.act(() => Promise.resolve(root?.unmount()));
    expect(complaints).to.deep.equal([]);
    place.remove();
  });
});
