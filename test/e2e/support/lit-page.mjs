// Prints the tag as Lit's server renderer writes it. A process of its own: the renderer brings globals of a page.
import {render} from '@lit-labs/ssr';
import {collectResult} from '@lit-labs/ssr/lib/render-result.js';
import {html} from 'lit';
import 'card-vault/define';

const tag = html`<card-vault session-url="/card-vault/session" name="payment_method" required hide-button>
  <p slot="waiting">The card form is still loading. Wait a moment, or reload this page.</p>
  <noscript><p>To enter a card, turn on JavaScript.</p></noscript>
  <input slot="waiting" required tabindex="-1" aria-label="The card form is still loading" />
</card-vault>`;
process.stdout.write(await collectResult(render(tag)));
