// The shop's card form as a Vue application, on the page that the shop's server gives under /vue. It is a render function
// and needs Vue's runtime only: compiling templates in the page takes `eval`, which the shop's policy forbids.
import {createApp, defineComponent, h, ref, shallowRef, type PropType} from 'vue';
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

    // <CardVault> holds a submission until the card is saved, so the form arrives here with the payment method in it.
    async function keep(form: HTMLFormElement): Promise<void> {
      const token = String(new FormData(form).get('payment_method'));
      const answer = await fetch(props.action, {
        method: 'POST',
        body: new URLSearchParams({payment_method: token}),
      });
      kept.value = answer.ok;
      problem.value = answer.ok ? '' : await answer.text();
    }

    function onSubmit(event: SubmitEvent): void {
      event.preventDefault();
      keep(event.currentTarget as HTMLFormElement).catch((error: unknown) => (problem.value = String(error)));
    }

    return () =>
      h('form', {onSubmit}, [
        h(CardVault, {
          name: 'payment_method',
          required: true,
          sessionUrl: props.sessionUrl,
          stepUp: props.stepUp,
          entryMode: props.entryMode,
          onSaved: ({detail}: CardVaultSavedEvent) => (card.value = detail.paymentMethod),
        }),
        problem.value ? h('p', {role: 'alert'}, problem.value) : null,
        kept.value && card.value ? savedLine(card.value) : h('button', {class: 'primary'}, props.label),
      ]);
  },
});

function savedLine({brand, lastFour, expirationMonth, expirationYear}: PaymentMethod) {
  return h('p', {class: 'banner', role: 'status', id: 'saved-card'}, [
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
