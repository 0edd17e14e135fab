import {CardVault} from 'card-vault/react';
import 'card-vault/first-paint.css';
import {keepCard} from './keep-card';

export default async function Page({
  searchParams,
}: {
  readonly searchParams: Promise<{readonly says?: string}>;
}) {
  return (
    <form action={keepCard}>
      <h1>Your card</h1>
      <p>{(await searchParams).says}</p>
      <CardVault sessionUrl="/card-vault/session" name="payment_method" required />
      <button>Save card</button>
    </form>
  );
}
