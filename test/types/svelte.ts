import type {} from 'card-vault/svelte';
import type {CardVaultElement} from 'card-vault';
import type {SvelteHTMLElements} from 'svelte/elements';

type Tag<Name extends keyof SvelteHTMLElements> = SvelteHTMLElements[Name];

const adapter = (null as unknown as CardVaultElement).adapter;
({
  ...{'session-url': '/session', stepUp: 'inline', required: false, adapter, id: 'card'},
  'oncard-vault-saved': ({detail}) => detail.paymentMethod.token,
  'on:card-vault-stopped': ({detail}) => detail.reason,
}) satisfies Tag<'card-vault'>;
({'oncard-vault-choose': ({detail}) => detail.another}) satisfies Tag<'card-vault-list'>;
({plan: 'plan_1'}) satisfies Tag<'card-vault-subscribe'>;
// @ts-expect-error There is no such value.
({'step-up': 'popup'}) satisfies Tag<'card-vault'>;
// @ts-expect-error There is no such property.
({sessionURL: '/session'}) satisfies Tag<'card-vault'>;
// @ts-expect-error The token is the payment method's.
({'oncard-vault-saved': ({detail}) => detail.token}) satisfies Tag<'card-vault'>;
