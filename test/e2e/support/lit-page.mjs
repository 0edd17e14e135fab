// Prints the tag as Lit's server renderer writes it. A process of its own: the renderer brings globals of a page.
import {render} from '@lit-labs/ssr';
import {collectResult} from '@lit-labs/ssr/lib/render-result.js';
import {html} from 'lit';
import 'card-vault/define';

const tag = html`<card-vault session-url="/card-vault/session" name="payment_method" required></card-vault>`;
process.stdout.write(await collectResult(render(tag)));
