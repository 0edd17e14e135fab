import {Component, CUSTOM_ELEMENTS_SCHEMA} from '@angular/core';
import 'card-vault/define';

@Component({
  selector: 'shop-new-card',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `
    <form action="/cards" method="post">
      <h1>Your card</h1>
      <card-vault session-url="/card-vault/session" name="payment_method" required></card-vault>
      <button>Save card</button>
    </form>
  `,
})
export class NewCard {}
