import type {Component} from 'vue';
import {helpers, required, useVuelidate, veeValidate, Vue} from '../libraries/vue.js';
import {holdsWith, type Mounted, type Page} from './stage.js';

const needed = 'Give us a card.';

function mount(place: HTMLElement, component: Component): Pick<Mounted, 'unmount'> {
  const app = Vue.createApp(component);
  app.config.compilerOptions.isCustomElement = (tag: string) => tag.includes('-');
  app.mount(place);
  return {unmount: () => app.unmount()};
}

function veeValidated({place, tag, send}: Page): Mounted {
  let reset = (): void => undefined;
  const template = `<form @submit="submit" novalidate>
    <${tag} name="card" v-bind="attributes" v-model="card"></${tag}><p class="message">{{ errors.card }}</p><button>Pay</button>
  </form>`;
  const setup = () => {
    const form = veeValidate.useForm({
      initialValues: {card: ''},
      validationSchema: {card: (value: unknown) => (value ? true : needed)},
    });
    const [card, attributes] = form.defineField('card');
    reset = () => form.resetForm();
    return {card, attributes, errors: form.errors, submit: form.handleSubmit((values) => send({...values}))};
  };
  return {...mount(place, {template, setup}), reset: () => reset()};
}

function vuelidated({place, tag, send}: Page): Mounted {
  let reset = (): void => undefined;
  const template = `<form @submit.prevent="submit" novalidate>
    <${tag} name="card" v-model="state.card"></${tag}><p class="message">{{ check.$errors[0]?.$message }}</p><button>Pay</button>
  </form>`;
  const setup = () => {
    const state = Vue.reactive({card: ''});
    const check = useVuelidate({card: {required: helpers.withMessage(needed, required)}}, state);
    reset = () => {
      state.card = '';
      check.value.$reset();
    };
    const submit = async (): Promise<void> => {
      if (await check.value.$validate()) send({...state});
    };
    return {state, check, submit};
  };
  return {...mount(place, {template, setup}), reset: () => reset()};
}

holdsWith('VeeValidate', veeValidated);
holdsWith('Vuelidate', vuelidated);
