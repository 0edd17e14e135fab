import {fail} from '@sveltejs/kit';
import {customerIn} from '#lib/server/login.ts';
import {vault} from '#lib/server/vault.ts';
import type {Actions} from './$types';

export const actions: Actions = {
  default: async ({request}) => {
    const customer = customerIn(request.headers.get('cookie'));
    const token = (await request.formData()).get('payment_method');
    const card = customer && (await vault.verify(token, customer)); // a token can be made up
    if (!card) return fail(422, {says: 'Please enter your card again.'});
    return {says: `Saved: ${card.brand} •••• ${card.lastFour}`};
  },
};
