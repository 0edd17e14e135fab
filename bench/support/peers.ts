import {readFileSync} from 'node:fs';

/** A card form of a package, as its documentation puts it into a page. */
export interface Peer {
  readonly name: string;
  readonly version: string;
  readonly markup: string;
  readonly script: string;
}

export const versions = {
  '@adyen/adyen-web': '6.45.2',
  '@primer-io/primer-js': '1.9.2',
  '@sfpy/atoms': '0.2.0',
  'braintree-web': '3.144.0',
} as const;

const own = (JSON.parse(readFileSync('package.json', 'utf8')) as {version: string}).version;

export const peers: readonly Peer[] = [
  {
    name: 'card-vault',
    version: own,
    markup: '<card-vault session-url="/card-vault/session" name="payment_method" required></card-vault>',
    script: "import '../../../dist/define.js';",
  },
  {
    name: '@sfpy/atoms, element',
    version: versions['@sfpy/atoms'],
    markup: '<safepay-card-atom id="card"></safepay-card-atom>',
    script: `import '../node_modules/@sfpy/atoms/dist/components/index.global.js';
      import '@sfpy/atoms/styles';
      const card = document.getElementById('card');
      Object.assign(card, {environment: 'sandbox', authToken: 'token', tracker: 'track_1'});`,
  },
  {
    name: '@adyen/adyen-web, Card',
    version: versions['@adyen/adyen-web'],
    markup: '<div id="card"></div>',
    script: `import {AdyenCheckout, Card} from '@adyen/adyen-web';
      import '@adyen/adyen-web/styles/adyen.css';
      const checkout = await AdyenCheckout({
        environment: 'test', clientKey: 'test_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', locale: 'en-US', countryCode: 'US',
        amount: {value: 0, currency: 'USD'}, analytics: {enabled: false},
      });
      new Card(checkout).mount('#card');`,
  },
  {
    name: '@primer-io/primer-js',
    version: versions['@primer-io/primer-js'],
    markup: '<primer-checkout client-token="token"></primer-checkout>',
    script: "import {loadPrimer} from '@primer-io/primer-js'; loadPrimer();",
  },
  {
    name: 'braintree-web, hosted fields',
    version: versions['braintree-web'],
    markup: '<div id="number"></div><div id="cvv"></div><div id="date"></div>',
    script: `import client from 'braintree-web/client';
      import hostedFields from 'braintree-web/hosted-fields';
      const fields = {number: {selector: '#number'}, cvv: {selector: '#cvv'}, expirationDate: {selector: '#date'}};
      hostedFields.create({client: await client.create({authorization: 'sandbox_aaaaaaaa_aaaaaaaaaaaaaaaa'}), fields});`,
  },
];
