import {defineComponent, h, shallowRef, toRaw, type SlotsType, type VNode} from 'vue';
// Registers <card-vault> in a browser; on a server it registers a class that is never made.
import '../element/define.js';
import type {
  CardVaultBeforeSaveEvent,
  CardVaultChangeEvent,
  CardVaultCoveredEvent,
  CardVaultElement,
  CardVaultErrorEvent,
  CardVaultPaidEvent,
  CardVaultReadyEvent,
  CardVaultSavedEvent,
  CardVaultStepEvent,
  CardVaultStepUpCloseEvent,
  CardVaultStepUpOpenEvent,
  CardVaultStoppedEvent,
} from '../element/index.js';
import {optionNames, options, type OptionName} from './options.js';

/**
 * What is emitted: the element's own events, with their frozen `detail`, under their names without the prefix. A template
 * writes `@before-save`, `@step-up-open`, `@step-up-close`.
 */
const emits = {
  ready: (_event: CardVaultReadyEvent) => true,
  change: (_event: CardVaultChangeEvent) => true,
  covered: (_event: CardVaultCoveredEvent) => true,
  step: (_event: CardVaultStepEvent) => true,
  beforeSave: (_event: CardVaultBeforeSaveEvent) => true,
  stepUpOpen: (_event: CardVaultStepUpOpenEvent) => true,
  stepUpClose: (_event: CardVaultStepUpCloseEvent) => true,
  saved: (_event: CardVaultSavedEvent) => true,
  paid: (_event: CardVaultPaidEvent) => true,
  stopped: (_event: CardVaultStoppedEvent) => true,
  error: (_event: CardVaultErrorEvent) => true,
};

/** What a template ref of `<CardVault>` has. Before the component is mounted there is no element and the methods throw. */
export interface CardVaultExposed extends Pick<
  CardVaultElement,
  'save' | 'cancel' | 'reset' | 'focus' | 'checkValidity' | 'reportValidity' | 'whenReady'
> {
  readonly element: CardVaultElement | undefined;
}

/**
 * `<card-vault>` for Vue 3. Props are the element's options and may change at any time; one that is taken back returns to
 * its default. Attributes that are no option (`id`, `class`, `form`, `lang` …) fall through to the tag.
 *
 * @example
 * <CardVault session-url="/card-vault/session" @saved="({detail}) => (card = detail.paymentMethod)" />
 */
export const CardVault = defineComponent({
  name: 'CardVault',
  props: options,
  emits,
  slots: Object as SlotsType<{default?: Record<string, never>}>,
  setup(props, {emit, expose, slots}) {
    const element = shallowRef<CardVaultElement>();
    const mounted = (): CardVaultElement => {
      if (!element.value) throw new Error('<CardVault> is not mounted: there is no element to ask.');
      return element.value;
    };

    expose({
      get element() {
        return element.value;
      },
      save: () => mounted().save(),
      cancel: () => mounted().cancel(),
      reset: () => mounted().reset(),
      focus: () => mounted().focus(),
      checkValidity: () => mounted().checkValidity(),
      reportValidity: () => mounted().reportValidity(),
      whenReady: () => mounted().whenReady(),
    } satisfies CardVaultExposed);

    const listeners = {
      onCardVaultReady: (event: CardVaultReadyEvent) => emit('ready', event),
      onCardVaultChange: (event: CardVaultChangeEvent) => emit('change', event),
      onCardVaultCovered: (event: CardVaultCoveredEvent) => emit('covered', event),
      onCardVaultStep: (event: CardVaultStepEvent) => emit('step', event),
      onCardVaultBeforeSave: (event: CardVaultBeforeSaveEvent) => emit('beforeSave', event),
      onCardVaultStepUpOpen: (event: CardVaultStepUpOpenEvent) => emit('stepUpOpen', event),
      onCardVaultStepUpClose: (event: CardVaultStepUpCloseEvent) => emit('stepUpClose', event),
      onCardVaultSaved: (event: CardVaultSavedEvent) => emit('saved', event),
      onCardVaultPaid: (event: CardVaultPaidEvent) => emit('paid', event),
      onCardVaultStopped: (event: CardVaultStoppedEvent) => emit('stopped', event),
      onCardVaultError: (event: CardVaultErrorEvent) => emit('error', event),
    };

    return () => {
      const wanted = properties(props);
      // Assigned as they are: Vue's own way of setting a property makes an empty text of a missing one.
      const assign = ({el}: VNode): void => void Object.assign(el as CardVaultElement, wanted);
      // The element stands still until Vue has taken over what the server rendered: what it adds to itself would not be
      // what Vue expects there, and without options it has nothing to talk to.
      const start = (node: VNode): void => {
        assign(node);
        (node.el as CardVaultElement).removeAttribute('defer-hydration');
      };
      return h(
        'card-vault',
        {
          ref: element,
          'defer-hydration': '',
          ...listeners,
          onVnodeBeforeMount: start,
          onVnodeBeforeUpdate: assign,
        },
        // Always an array: a bare text would replace the hosted card fields, which are part of the tag's content.
        slots.default?.() ?? [],
      );
    };
  },
});

/** Options as the element takes them. A reactive proxy has no private fields: an adapter works only as itself. */
function properties(props: Readonly<Record<OptionName, unknown>>): Record<string, unknown> {
  return Object.fromEntries(optionNames.map((name) => [name, toRaw(props[name])]));
}

/**
 * For `compilerOptions.isCustomElement`, in templates that use the tag itself instead of the component.
 *
 * @example
 * vue({template: {compilerOptions: {isCustomElement: isCardVaultElement}}})
 */
export function isCardVaultElement(tag: string): boolean {
  return tag === 'card-vault' || tag.startsWith('card-vault-');
}

export type {
  CardVaultBeforeSaveEvent,
  CardVaultChangeEvent,
  CardVaultCoveredEvent,
  CardVaultElement,
  CardVaultErrorEvent,
  CardVaultPaidEvent,
  CardVaultReadyEvent,
  CardVaultSavedEvent,
  CardVaultStepEvent,
  CardVaultStepUpCloseEvent,
  CardVaultStepUpOpenEvent,
  CardVaultStoppedEvent,
};
