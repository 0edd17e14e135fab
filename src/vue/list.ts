import {defineComponent, h, shallowRef, toRaw, type PropType, type SlotsType, type VNode} from 'vue';
// Registers <card-vault-list> in a browser; on a server it registers a class that is never made.
import '../element/define-list.js';
import type {CardVaultErrorEvent, CardVaultSavedEvent} from '../element/index.js';
import type {
  CardVaultChooseEvent,
  CardVaultDefaultEvent,
  CardVaultListElement,
  CardVaultListReadyEvent,
  CardVaultRemovedEvent,
} from '../element/list/index.js';

type Values = CardVaultListElement;

/** The list's options as Vue props; the element's own defaults are repeated for one that is taken back. */
const options = {
  paymentMethodsUrl: {type: String, default: '/card-vault/payment-methods'},
  sessionUrl: {type: String},
  adapter: {type: Object as PropType<NonNullable<Values['adapter']>>},
  preselect: {type: String as PropType<Values['preselect']>, default: 'default' as const},
  theme: {type: String as PropType<Values['theme']>, default: 'auto' as const},
  locale: {type: String},
  messages: {type: Object as PropType<NonNullable<Values['messages']>>},
  shopName: {type: String},
  name: {type: String, default: ''},
  required: Boolean,
  disabled: Boolean,
  quiet: Boolean,
};
const optionNames = Object.keys(options) as (keyof typeof options)[];

/** The list's own events under their names without the prefix; `saved` is of another card that is saved in place. */
const emits = {
  ready: (_event: CardVaultListReadyEvent) => true,
  choose: (_event: CardVaultChooseEvent) => true,
  removed: (_event: CardVaultRemovedEvent) => true,
  default: (_event: CardVaultDefaultEvent) => true,
  saved: (_event: CardVaultSavedEvent) => true,
  error: (_event: CardVaultErrorEvent) => true,
  /** For `v-model`: the token of the card that is chosen. */
  'update:modelValue': (_token: string) => true,
};

/** What a template ref of `<CardVaultList>` has. Before the component is mounted there is no element and the methods throw. */
export interface CardVaultListExposed extends Pick<
  CardVaultListElement,
  'reload' | 'focus' | 'checkValidity' | 'reportValidity' | 'whenReady'
> {
  readonly element: CardVaultListElement | undefined;
}

/**
 * `<card-vault-list>` for Vue 3, with `v-model` for the token of the card that is chosen.
 *
 * @example
 * <CardVaultList v-model="card" session-url="/card-vault/session" />
 */
export const CardVaultList = defineComponent({
  name: 'CardVaultList',
  props: {...options, modelValue: {type: String}},
  emits,
  slots: Object as SlotsType<{default?: Record<string, never>}>,
  setup(props, {emit, expose, slots}) {
    const element = shallowRef<CardVaultListElement>();
    const mounted = (): CardVaultListElement => {
      if (!element.value) throw new Error('<CardVaultList> is not mounted: there is no element to ask.');
      return element.value;
    };
    expose({
      get element() {
        return element.value;
      },
      reload: () => mounted().reload(),
      focus: () => mounted().focus(),
      checkValidity: () => mounted().checkValidity(),
      reportValidity: () => mounted().reportValidity(),
      whenReady: () => mounted().whenReady(),
    } satisfies CardVaultListExposed);

    const listeners = {
      onCardVaultListReady: (event: CardVaultListReadyEvent) => emit('ready', event),
      onCardVaultChoose(event: CardVaultChooseEvent) {
        emit('choose', event);
        emit('update:modelValue', event.detail.paymentMethod?.token ?? '');
      },
      onCardVaultRemoved: (event: CardVaultRemovedEvent) => emit('removed', event),
      onCardVaultDefault: (event: CardVaultDefaultEvent) => emit('default', event),
      onCardVaultSaved: (event: CardVaultSavedEvent) => emit('saved', event),
      onCardVaultError: (event: CardVaultErrorEvent) => emit('error', event),
    };

    return () => {
      const wanted: Record<string, unknown> = Object.fromEntries(
        optionNames.map((name) => [name, toRaw(props[name])]),
      );
      const {modelValue} = props;
      // Assigned as they are: Vue's own way of setting a property makes an empty text of a missing one.
      const assign = ({el}: VNode): void => {
        const list = el as CardVaultListElement;
        Object.assign(list, wanted);
        if (modelValue !== undefined && modelValue !== list.value) list.value = modelValue;
      };
      // The element stands still until Vue has taken over what the server rendered.
      const start = (node: VNode): void => {
        assign(node);
        (node.el as CardVaultListElement).removeAttribute('defer-hydration');
      };
      return h(
        'card-vault-list',
        {
          ref: element,
          'defer-hydration': '',
          ...listeners,
          onVnodeBeforeMount: start,
          onVnodeBeforeUpdate: assign,
        },
        slots.default?.() ?? [],
      );
    };
  },
});

export type {
  CardVaultChooseEvent,
  CardVaultDefaultEvent,
  CardVaultListElement,
  CardVaultListReadyEvent,
  CardVaultRemovedEvent,
};
