// Further: each row of the guide; the service: `test/server/real-service.test.ts`.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {after, before, describe, it} from 'node:test';
import {CardVaultError, createServiceClient, type ServiceClient} from '../../src/server/index.js';
import {recordedWorld, serviceWorld, type World} from './support/worlds.js';

const back = {redirectUrl: 'https://shop.example/back'};
const payment = {customer: 'cus_1', paymentMethod: 'pm_1', amount: 2400, currency: 'USD'} as const;
const person = {firstName: 'Ada', lastName: 'Byron', email: 'ada@shop.example'};
const plan = {amount: '12.50', currency: 'USD', interval: 'MONTH', product: 'Tea'} as const;
const method = {customer: 'cus_1', token: 'pm_1'};

/** Every method of the client, called about things that do not exist. */
const calls: Readonly<Record<string, (client: ServiceClient) => Promise<unknown>>> = {
  'customers.create': ({customers}) => customers.create({...person, phoneNumber: '+15550100', country: 'US'}),
  'customers.read': ({customers}) => customers.read('cus_1'),
  'customers.update': ({customers}) => customers.update('cus_1', {firstName: 'Grace'}),
  'customers.list': ({customers}) => customers.list(),
  'customers.remove': ({customers}) => customers.remove('cus_1'),
  'trackers.create': ({trackers}) => trackers.create({customer: 'cus_1', currency: 'USD'}),
  'trackers.captureContext': ({trackers}) => trackers.captureContext('track_1', 'https://shop.example'),
  'trackers.setUpSaved': ({trackers}) => trackers.setUpSaved('track_1', 'pm_1'),
  'trackers.addMetadata': ({trackers}) => trackers.addMetadata('track_1', {order_id: '1'}),
  'trackers.fetch': ({trackers}) => trackers.fetch('track_1'),
  'trackers.reverse': ({trackers}) => trackers.reverse('track_1'),
  'trackers.reverseHeld': ({trackers}) => trackers.reverseHeld('track_1'),
  'payments.open': ({payments}) => payments.open(payment),
  'payments.charge': ({payments}) => payments.charge(payment),
  'payments.authorize': ({payments}) => payments.authorize(payment),
  'payments.capture': ({payments}) => payments.capture('track_1'),
  'payments.void': ({payments}) => payments.void('track_1'),
  'payments.refund': ({payments}) => payments.refund('track_1'),
  'payments.read': ({payments}) => payments.read('track_1'),
  'paymentMethods.list': ({paymentMethods}) => paymentMethods.list('cus_1'),
  'paymentMethods.read': ({paymentMethods}) => paymentMethods.read(method),
  'paymentMethods.setDefault': ({paymentMethods}) => paymentMethods.setDefault(method),
  'paymentMethods.remove': ({paymentMethods}) => paymentMethods.remove(method),
  'plans.create': ({plans}) => plans.create(plan),
  'plans.read': ({plans}) => plans.read('plan_1'),
  'plans.search': ({plans}) => plans.search(),
  'plans.update': ({plans}) => plans.update('plan_1', {active: false}),
  'plans.archive': ({plans}) => plans.archive('plan_1'),
  'subscriptions.read': ({subscriptions}) => subscriptions.read('sub_1'),
  'subscriptions.search': ({subscriptions}) => subscriptions.search(),
  'subscriptions.pause': ({subscriptions}) => subscriptions.pause('sub_1'),
  'subscriptions.resume': ({subscriptions}) => subscriptions.resume('sub_1'),
  'subscriptions.cancel': ({subscriptions}) => subscriptions.cancel('sub_1'),
  'subscriptions.keep': ({subscriptions}) => subscriptions.keep('sub_1'),
  'subscriptions.changePaymentMethod': ({subscriptions}) =>
    subscriptions.changePaymentMethod('sub_1', 'pm_1'),
  'transactions.read': ({transactions}) => transactions.read('tr_1'),
  'transactions.search': ({transactions}) => transactions.search(),
  'transactions.refund': ({transactions}) => transactions.refund('tr_1'),
  'checkout.subscribeUrl': ({checkout}) => checkout.subscribeUrl({plan: 'plan_1', ...back}),
  'checkout.embeddedUrl': ({checkout}) => checkout.embeddedUrl({tracker: 'track_1', ...back}),
  'checkout.portalUrl': ({checkout}) => checkout.portalUrl({customer: 'cus_1', returnUrl: back.redirectUrl}),
  'branding.read': ({branding}) => branding.read(),
  'branding.replace': ({branding}) => branding.replace({accent: '#1f6f43'}),
  'origins.list': ({origins}) => origins.list(),
  'origins.add': ({origins}) => origins.add('https://shop.example'),
  'origins.remove': ({origins}) => origins.remove('https://shop.example'),
  'webhooks.create': ({webhooks}) => webhooks.create({url: 'https://shop.example/hook'}),
  'webhooks.list': ({webhooks}) => webhooks.list(),
  'webhooks.read': ({webhooks}) => webhooks.read('whe_1'),
  'webhooks.update': ({webhooks}) => webhooks.update('whe_1', {enabled: true}),
  'webhooks.remove': ({webhooks}) => webhooks.remove('whe_1'),
  'webhooks.rotateSecret': ({webhooks}) => webhooks.rotateSecret('whe_1'),
  'webhooks.deliveries': ({webhooks}) => webhooks.deliveries('whe_1'),
  'webhooks.resend': ({webhooks}) => webhooks.resend('whe_1', 'whd_1'),
  'webhooks.replay': ({webhooks}) => webhooks.replay('whe_1', {from: '2026-01-01T00:00:00Z'}),
  'passport.createToken': ({passport}) => passport.createToken(),
};

/** The items of the list in site/going-live.md, as names of methods. */
function itemsOf(document: string): readonly (readonly string[])[] {
  const [, section = ''] = document.split('## What of the kit works there');
  const [, ...items] = section.split('\n## ')[0]!.split('\n- ');
  return items.map((item) => {
    let part = '';
    return [...item.matchAll(/`(\w*)\.(\w+)`/g)].map(
      ([, named, name]) => `${(part = named || part)}.${name}`,
    );
  });
}

/** How a call ended: `no route`, a code of the kit, or that it was taken. */
async function endingOf(call: Promise<unknown>): Promise<string> {
  try {
    await call;
    return 'taken';
  } catch (error) {
    if (!(error instanceof CardVaultError)) throw error;
    return error.message.endsWith(': not found') ? 'no route' : error.code;
  }
}

describe('what of the kit works at the real service (site/going-live.md)', () => {
  const [recorded = [], known = [], own = []] = itemsOf(readFileSync('site/going-live.md', 'utf8'));
  let double: World;
  let rehearsal: World;
  const clientOf = ({serviceUrl, secretKey, publicKey}: World) =>
    createServiceClient({serviceUrl, secretKey, publicKey, timeout: 60_000});
  before(async () => {
    [double, rehearsal] = await Promise.all([recordedWorld(), serviceWorld('rehearsal', {rehearse: true})]);
  });
  after(() => Promise.all([double.stop(), rehearsal.stop()]));

  it('names every method of the client, once', () => {
    const client = clientOf(double);
    const methods = Object.entries(client).flatMap(([part, resource]) =>
      Object.keys(resource as object).map((name) => `${part}.${name}`),
    );
    assert.deepEqual([...recorded, ...known, ...own].sort(), methods.sort());
    assert.deepEqual(Object.keys(calls).sort(), methods.sort());
  });

  for (const name of recorded)
    it(`${name} has a route at the double and in a rehearsal`, async () => {
      for (const world of [double, rehearsal])
        assert.notEqual(await endingOf(calls[name]!(clientOf(world))), 'no route', world.name);
    });

  for (const name of known)
    it(`${name} has a route in a rehearsal`, async () => {
      assert.notEqual(await endingOf(calls[name]!(clientOf(rehearsal))), 'no route');
    });

  for (const name of own)
    it(`${name} is refused at the double and in a rehearsal`, async () => {
      for (const world of [double, rehearsal])
        await assert.rejects(
          calls[name]!(clientOf(world)),
          (error: unknown) => error instanceof CardVaultError && error.code === 'request-refused',
          world.name,
        );
    });
});
