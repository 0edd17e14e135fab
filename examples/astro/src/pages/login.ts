import type {APIRoute} from 'astro';
import {shopper} from '../lib/login';
import {vault} from '../lib/vault';

export const GET: APIRoute = async ({cookies, redirect}) => {
  const {token} = await vault.client.customers.create(shopper);
  cookies.set('shopper', token, {path: '/', httpOnly: true, sameSite: 'lax'});
  return redirect('/');
};
