import assert from 'node:assert/strict';
import {EventEmitter, once} from 'node:events';
import {after, before, describe, it} from 'node:test';
import {composeEvents} from '../../src/compose/domain.js';
import {createBilling, type Billing} from '../../src/domain/billing/billing.js';
import type {AuthorizationResult, CardNetwork} from '../../src/domain/ports/network.js';
import type {ClearCard} from '../../src/domain/ports/card.js';
import type {CardStore} from '../../src/domain/vault/cards.js';
import {subscribed} from '../support/billing.js';
import {startTestService, type TestService} from '../support/harness.js';

const clearCard: ClearCard = {
  number: '4000000000009995',
  brand: 'visa',
  expirationMonth: '01',
  expirationYear: '2031',
};

/** A network that declines every attempt once `answers` lets it. */
class DecliningNetwork implements Pick<CardNetwork, 'authorize'> {
  /** Idempotency keys of the requests, in order. */
  readonly asked: string[] = [];
  readonly heard = new EventEmitter();
  answers: Promise<unknown> = Promise.resolve();

  async authorize({attempt}: {readonly attempt: string}): Promise<AuthorizationResult> {
    this.asked.push(attempt);
    this.heard.emit('request');
    await this.answers;
    return {approved: false, decline: 'insufficient_funds', id: attempt} as AuthorizationResult;
  }
}

describe('the first charge, at the network by the checkout and by a worker', () => {
  let api: TestService;
  before(async () => {
    api = await startTestService({clock: {now: () => new Date('2027-01-31T10:00:00Z')}});
  });
  after(() => api.service.close());

  async function newSubscription() {
    const {database, clock} = api.service;
    const network = new DecliningNetwork();
    const cards: Pick<CardStore, 'revealAll'> = {
      revealAll: (_, ids) => Promise.resolve(new Map(ids.map((id) => [id, clearCard]))),
    };
    const billing: Billing = createBilling({
      ...{database, clock, events: composeEvents(clock, [])},
      ...{network: network as unknown as CardNetwork, cards: cards as CardStore},
      logger: {warn: () => undefined} as unknown as Parameters<typeof createBilling>[0]['logger'],
    });
    const {subscription} = await subscribed(api);
    const work = async () => {
      for (const one of billing.work) await one.run();
    };
    const charge = subscription.replace('sub_', 'ch_') + '_0';
    return {billing, network, subscription, work, charge};
  }

  it('is not tried again when the worker was first and the card was declined', async () => {
    const {billing, network, subscription, work, charge} = await newSubscription();
    await work();
    assert.deepEqual(await billing.chargeFirst(subscription), {state: 'none'});
    assert.deepEqual(network.asked, [`${charge}:1`]);
    const {state} = await billing.chargeNow(subscription);
    assert.deepEqual([state, network.asked], ['open', [`${charge}:1`, `${charge}:2`]], 'a shopper can ask');
  });

  it('waits for the answer to an attempt that the worker has sent', async () => {
    const {billing, network, subscription, work, charge} = await newSubscription();
    network.answers = once(network.heard, 'answer');
    const requested = once(network.heard, 'request');
    const working = work();
    await requested;
    const repeated = once(network.heard, 'request');
    const charging = billing.chargeFirst(subscription);
    await repeated;
    network.heard.emit('answer');
    const {state} = await charging;
    await working;
    assert.deepEqual([state, network.asked], ['open', [`${charge}:1`, `${charge}:1`]]);
  });
});
