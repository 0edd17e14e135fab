import {redirect} from '@sveltejs/kit';
import {shopper} from '#lib/server/login.ts';
import {vault} from '#lib/server/vault.ts';
import type {RequestHandler} from './$types';

export const GET: RequestHandler = async ({cookies}) => {
  const {token} = await vault.client.customers.create(shopper);
  cookies.set('shopper', token, {path: '/', secure: false}); // http://localhost; the rest is HttpOnly and Lax by itself
  redirect(303, '/');
};
