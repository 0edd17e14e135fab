// The shop's card form as a Vue application, on the page that the shop's server gives under /vue. It is a render function
// and needs Vue's runtime only: compiling templates in the page takes `eval`, which the shop's policy forbids.
import {createApp, defineComponent, h, ref, shallowRef, type PropType, type VNode} from 'vue';
import {CardVault, type CardVaultSavedEvent} from 'card-vault/vue';
import type {EntryMode, PaymentMethod, StepUpMode} from 'card-vault';

const SaveCard = defineComponent({
  name: 'SaveCard',
  props: {
    sessionUrl: String,
    stepUp: String as PropType<StepUpMode>,
    entryMode: String as PropType<EntryMode>,
    /** Where the shop takes the payment method of the form. */
    action: {type: String, required: true},
    label: {type: String, required: true},
  },
  setup(props) {
    const card = shallowRef<PaymentMethod>();
    const kept = ref(false);
    const problem = ref('');

    let sent = '';

    /** Tells the shop which card pays from now on; once a card, however often it is asked. */
    async function keep({token}: PaymentMethod): Promise<void> {
      if (sent === token) return;
      sent = token;
      try {
        const answer = await fetch(props.action, {
          method: 'POST',
          body: new URLSearchParams({payment_method: token}),
        });
        if (!answer.ok) throw new Error(await answer.text());
        kept.value = true;
      } catch (error) {
        sent = '';
        problem.value = error instanceof Error ? error.message : String(error);
      }
    }

    function onSaved({detail}: CardVaultSavedEvent): void {
      card.value = detail.paymentMethod;
      void keep(detail.paymentMethod);
    }

    // <CardVault> holds a submission until the card is saved: here it is saved, and at most the shop has not heard of it.
    function onSubmit(event: SubmitEvent): void {
      event.preventDefault();
      if (card.value) void keep(card.value);
    }

    const form = (): VNode =>
      h('form', {onSubmit}, [
        h(CardVault, {
          name: 'payment_method',
          required: true,
          sessionUrl: props.sessionUrl,
          stepUp: props.stepUp,
          entryMode: props.entryMode,
          onSaved,
        }),
        problem.value ? h('p', {role: 'alert'}, problem.value) : null,
        h('button', {class: 'primary'}, props.label),
      ]);

    return () => [
      h('div', {role: 'status'}, kept.value && card.value ? [savedLine(card.value)] : []),
      kept.value ? null : form(),
    ];
  },
});

function savedLine({brand, lastFour, expirationMonth, expirationYear}: PaymentMethod): VNode {
  return h('p', {class: 'banner', id: 'saved-card'}, [
    h('span', [
      '✓ ',
      h('bdi', brand.toUpperCase()),
      ' ',
      h('bdi', `•••• ${lastFour}`),
      ', ',
      h('bdi', `${expirationMonth}/${expirationYear}`),
    ]),
  ]);
}

const place = document.getElementById('app');
if (place) {
  const {sessionUrl, stepUp, entryMode, action = '', save: label = ''} = place.dataset;
  createApp(SaveCard, {sessionUrl, stepUp, entryMode, action, label}).mount(place);
}
