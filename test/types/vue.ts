import type {} from 'card-vault/vue/global';
import {CardVault, CardVaultSubscribe} from 'card-vault/vue';
import {CardVaultList} from 'card-vault/vue/list';
import type {CardVaultElement} from 'card-vault';
import {h, useTemplateRef, type GlobalComponents} from 'vue';

// A template ref has the methods of the element, and the element.
const vault = useTemplateRef<InstanceType<typeof CardVault>>('vault');
vault.value?.save().then((outcome) => outcome.outcome) satisfies Promise<string> | undefined;
vault.value?.clear('expiry') satisfies void;
vault.value?.element satisfies CardVaultElement | undefined;
const list = useTemplateRef<InstanceType<typeof CardVaultList>>('list');
list.value?.reload() satisfies Promise<void> | undefined;
const subscribe = useTemplateRef<InstanceType<typeof CardVaultSubscribe>>('subscribe');
subscribe.value?.subscribe() satisfies Promise<void> | undefined;
// @ts-expect-error The list saves nothing itself.
list.value?.save();

h(CardVault, {stepUp: 'inline', required: true, onSaved: ({detail}) => detail.paymentMethod.token});
h(CardVaultList, {modelValue: 'pm_1', 'onUpdate:modelValue': (token) => token.toUpperCase()});
h(CardVault, {onFieldFocus: ({detail}) => detail.field, onFieldBlur: ({detail}) => detail.field});
h(CardVaultSubscribe, {plan: 'plan_1', onError: ({detail}) => detail.code});
h(CardVaultSubscribe, {
  ...{plan: 'plan_1', reference: '1042', showPlan: true, portal: true},
  onSubscribeStarted: ({detail}) => detail.reference,
});

type Props<Component extends abstract new (...given: never) => {$props: object}> =
  InstanceType<Component>['$props'];
({stepUp: 'inline'}) satisfies Props<typeof CardVault>;
// @ts-expect-error There is no such value.
({stepUp: 'popup'}) satisfies Props<typeof CardVault>;
// @ts-expect-error The token is the payment method's.
({onSaved: ({detail}) => detail.token}) satisfies Props<typeof CardVault>;

// The tags themselves, in templates of an app whose compiler takes them for custom elements.
type Tag<Name extends keyof GlobalComponents> = Props<
  Extract<GlobalComponents[Name], abstract new (...given: never) => {$props: object}>
>;
({
  'session-url': '/session',
  stepUp: 'inline',
  class: 'wide',
  form: 'checkout',
  onCardVaultSaved: ({detail}) => detail.paymentMethod.token,
}) satisfies Tag<'card-vault'>;
({onCardVaultChoose: ({detail}) => detail.another}) satisfies Tag<'card-vault-list'>;
({plan: 'plan_1'}) satisfies Tag<'card-vault-subscribe'>;
// @ts-expect-error There is no such value.
({'step-up': 'popup'}) satisfies Tag<'card-vault'>;
// @ts-expect-error The token is the payment method's.
({onCardVaultSaved: ({detail}) => detail.token}) satisfies Tag<'card-vault'>;
// @ts-expect-error A template ref to the tag is the element, which has no such method.
(null as unknown as InstanceType<GlobalComponents['card-vault-list']>).save();
