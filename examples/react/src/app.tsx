import {CardVault} from 'card-vault/react';
import 'card-vault/first-paint.css';

export function App() {
  return (
    <form action="/cards" method="post">
      <h1>Your card</h1>
      <CardVault sessionUrl="/card-vault/session" name="payment_method" required />
      <button>Save card</button>
    </form>
  );
}
