'use server';
import {headers} from 'next/headers';
import {redirect} from 'next/navigation';
import {customerIn} from '../lib/login';
import {vault} from '../lib/vault';

export async function keepCard(form: FormData): Promise<void> {
  const customer = customerIn((await headers()).get('cookie'));
  const card = customer && (await vault.verify(form.get('payment_method'), customer)); // a token can be made up
  const says = card ? `Saved: ${card.brand} •••• ${card.lastFour}` : 'Please enter your card again.';
  redirect(`/?says=${encodeURIComponent(says)}`);
}
