import {startService, type ServiceOptions} from '../../../service/src/index.js';
import {startRecorded} from '../../recorded/index.js';
import type {Json} from './outside.js';

/** A service that a shop may stand before, and its bank. */
export interface World {
  readonly name: string;
  readonly serviceUrl: string;
  readonly secretKey: string;
  readonly publicKey: string;
  /** The shopper types codes into the bank's page, and the browser comes back to the service. */
  answerBank(enrollment: Json, tracker: string, ...codes: readonly string[]): Promise<void>;
  stop(): Promise<void>;
}

/** Browsers take every name below `localhost` for this machine; Node asks the resolver. */
const here = (url: string) => url.replace(/(collector|issuer)\.localhost/, '127.0.0.1');

/** A form as a browser posts it; the page that answers. */
export async function postForm(url: string, form: Readonly<Record<string, string>>): Promise<string> {
  const response = await fetch(here(url), {
    method: 'POST',
    headers: {origin: 'http://localhost:5173'},
    body: new URLSearchParams(form),
    redirect: 'manual',
  });
  if (response.status >= 400) throw new Error(`${new URL(url).pathname} answered ${response.status}`);
  return response.text();
}

/** The service of this repository, as it is or in rehearsal. */
export async function serviceWorld(name: string, options: ServiceOptions = {}): Promise<World> {
  const free = {port: 0, fieldsPort: 0, issuerPort: 0, database: 'memory:'};
  const service = await startService({...free, allowRaw: true, ...options});
  const {urls, keys} = service;
  return {
    ...{name, serviceUrl: urls.api, secretKey: keys.secretKey, publicKey: keys.publicKey},
    async answerBank(enrollment, tracker, ...codes) {
      const token = String(enrollment['access_token']);
      await postForm(String(enrollment['step_up_url']), {JWT: token});
      for (const code of codes) {
        await fetch(`${urls.issuer}/V2/Cruise/StepUp/answer`, {
          method: 'POST',
          headers: {'content-type': 'application/json', origin: urls.issuer},
          body: JSON.stringify({token, action: 'confirm', code}),
        });
      }
      const transaction = String(enrollment['authentication_transaction_id']);
      await postForm(`${urls.api}/order/payments/v3/${tracker}/validation`, {TransactionId: transaction});
    },
    stop: () => service.close(),
  };
}

/** The double of the recorded service. Its failures are errors of the request, as in a rehearsal. */
export async function recordedWorld(): Promise<World> {
  const recorded = await startRecorded({failures: 'http'});
  const {serviceUrl, secretKey, publicKey, acsOrigin} = recorded;
  return {
    ...{name: 'double', serviceUrl, secretKey, publicKey},
    async answerBank(enrollment, _tracker, ...codes) {
      const token = String(enrollment['access_token']);
      let page = await postForm(String(enrollment['step_up_url']), {JWT: token, MD: 'null'});
      for (const code of codes) {
        const [address] = /\/challenge\/\w+\/answer/.exec(page) ?? [];
        page = await postForm(`${acsOrigin}${address}`, {press: 'submit', code});
      }
      const [, transaction = ''] = /name="TransactionId" value="(\w+)"/.exec(page) ?? [];
      await postForm(`${serviceUrl}/payer-authentication/return`, {TransactionId: transaction, MD: 'null'});
    },
    stop: () => recorded.stop(),
  };
}
