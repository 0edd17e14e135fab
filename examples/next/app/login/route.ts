import {shopper} from '../../lib/login';
import {vault} from '../../lib/vault';

export async function GET(): Promise<Response> {
  const {token} = await vault.client.customers.create(shopper);
  const cookie = `shopper=${token}; Path=/; HttpOnly; SameSite=Lax`;
  return new Response(null, {status: 303, headers: {location: '/', 'set-cookie': cookie}});
}
