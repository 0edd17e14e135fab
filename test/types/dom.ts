// The elements as a script of a page uses them, and as code that the template compiler of Angular writes.
import 'card-vault/define';
import 'card-vault/define-list';
import 'card-vault/define-parts';

const vault = document.createElement('card-vault');
vault.stepUp = 'inline';
// @ts-expect-error There is no such value.
vault.stepUp = 'popup';
// @ts-expect-error The value comes from a save.
vault.value = 'pm_1';

vault.addEventListener('card-vault-saved', (event) => event.detail.paymentMethod.token.toUpperCase());
document.addEventListener('card-vault-error', ({detail}) => detail.audience satisfies string);
window.addEventListener('card-vault-choose', ({detail}) => detail.another satisfies boolean);
// @ts-expect-error The token is the payment method's.
document.addEventListener('card-vault-saved', (event) => event.detail.token);

document.querySelector('card-vault-list')?.reload() satisfies Promise<void> | undefined;
document.querySelector('card-vault-subscribe')?.subscribe() satisfies Promise<void> | undefined;
// @ts-expect-error The list saves nothing itself.
document.querySelector('card-vault-list')?.save();

const field = document.createElement('card-vault-field');
field.name = 'expiry-month';
field.select = true;
// @ts-expect-error There is no such field.
field.name = 'cvv';
