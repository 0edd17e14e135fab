import assert from 'node:assert/strict';
import type {CardVaultServer} from '../../../src/server/index.js';

export const shopPage = 'http://localhost:5173';

interface Session {
  readonly service_url: string;
  readonly tracker: string;
  readonly time_based_token: string;
  readonly return_url: string;
  readonly complete_url: string;
  readonly features?: readonly string[];
}

interface Completed {
  readonly payment_method: Readonly<Record<string, unknown>> & {readonly token: string};
}

interface Entered {
  /** Of the session address. */
  readonly query?: string;
  readonly consent?: {readonly text: string; readonly language: string};
  readonly onSession?: (session: Session) => void;
  readonly onCompleted?: (answer: Completed) => void;
}

/** What <card-vault> does in a browser, in raw mode: answers the form that the page then posts. */
export async function enterCard(
  vault: CardVaultServer,
  customer: string,
  number: string,
  {query = '', consent, onSession, onCompleted}: Entered = {},
): Promise<FormData> {
  const ask = async (path: string) => {
    const headers = {origin: shopPage, 'x-shopper': customer};
    const answer = await vault.handle(new Request(new URL(path, shopPage), {method: 'POST', headers}));
    assert.equal(answer.status, 200, await answer.clone().text());
    return (await answer.json()) as Session & Completed;
  };
  const session = await ask(`/card-vault/session${query}`);
  onSession?.(session);
  const {service_url: serviceUrl, tracker, time_based_token: token, return_url: back} = session;
  const act = async (payload: object) => {
    const answer = await fetch(`${serviceUrl}/order/payments/v3/${tracker}`, {
      method: 'POST',
      headers: {authorization: `Bearer ${token}`, 'content-type': 'application/json', origin: shopPage},
      body: JSON.stringify({payload}),
    });
    assert.ok(answer.ok, await answer.text());
  };
  await act({
    payment_method: {
      card: {card_number: number, expiration_month: '01', expiration_year: '2030', cvv: '123'},
    },
  });
  await act({...(consent && {consent}), authentication_setup: {success_url: back, failure_url: back}});
  await act({authorization: {do_capture: false}});
  const completed = await ask(session.complete_url);
  onCompleted?.(completed);
  const form = new FormData();
  form.set('payment_method', completed.payment_method.token);
  return form;
}
