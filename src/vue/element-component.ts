import {
  defineComponent,
  h,
  shallowRef,
  toRaw,
  type ComponentOptionsMixin,
  type DefineComponent,
  type ExtractDefaultPropTypes,
  type PropType,
  type PublicProps,
  type SlotsType,
  type VNode,
} from 'vue';
import {optionsOf, type EventsOf, type Offered, type OptionName, type OptionsOf} from '../element/offered.js';
import {defaultOf} from '../element/options.js';

/** An element's options as Vue props, and the token for `v-model` where the component has one. */
export type PropOptionsOf<Element, Model> = {
  readonly [Name in OptionName<Element> & keyof Element]: {
    readonly type: PropType<NonNullable<Element[Name]>>;
  };
} & (Model extends true ? {readonly modelValue: {readonly type: PropType<string>}} : unknown);

/** Emitted events: the element's own, with their frozen `detail`, under their names without the prefix. */
export type EmitsOf<Offer extends Offered, Model> = {
  [Name in keyof Offer['events'] & string]: (event: EventsOf<Offer>[Name]) => boolean;
} & (Model extends true ? {'update:modelValue': (token: string) => boolean} : unknown);

/** Members of a template ref. Before the component is mounted there is no element and the methods throw. */
export type ExposedOf<Element, Offer extends Offered> = Pick<
  Element,
  Offer['methods'][number] & keyof Element
> & {
  readonly element: Element | undefined;
};

/** A component whose props, events and template ref are those of an element. */
export type ComponentFor<Element, Offer extends Offered, Model = false> = DefineComponent<
  PropOptionsOf<Element, Model>,
  ExposedOf<Element, Offer>,
  object,
  Record<never, never>,
  Record<never, never>,
  ComponentOptionsMixin,
  ComponentOptionsMixin,
  EmitsOf<Offer, Model>,
  string,
  PublicProps,
  PropsFor<Element, Offer, Model>,
  ExtractDefaultPropTypes<PropOptionsOf<Element, Model>>,
  SlotsType<{default?: Record<string, never>}>
>;

type PropsFor<Element, Offer extends Offered, Model> = Readonly<OptionsOf<Element>> & {
  readonly [Name in keyof Offer['events'] & string as `on${Capitalize<Name>}`]?: (
    event: EventsOf<Offer>[Name],
  ) => unknown;
} & (Model extends true
    ? {
        readonly modelValue?: string | undefined;
        readonly 'onUpdate:modelValue'?: (token: string) => unknown;
      }
    : unknown);

export interface ComponentOf {
  readonly name: string;
  readonly elementClass: Parameters<typeof optionsOf>[0];
  readonly offered: Offered;
  /** For `v-model`: the token that an event of the element tells of; `undefined` for any other event. */
  readonly tokenOf?: (event: Event) => string | undefined;
}

type Host = HTMLElement & Record<string, unknown>;
type Emit = (event: string, value: unknown) => void;

/** A component for an element; a prop that is taken back returns to its default. */
export function componentOf({name, elementClass, offered, tokenOf}: ComponentOf): unknown {
  const declared = optionsOf(elementClass);
  const optionNames = Object.keys(declared);
  return defineComponent({
    name,
    props: {...propsOf(declared), ...(tokenOf && {modelValue: {type: String}})},
    emits: [...Object.keys(offered.events), ...(tokenOf ? ['update:modelValue'] : [])],
    setup(props: Readonly<Record<string, unknown>>, {emit, expose, slots}) {
      const element = shallowRef<Host>();
      expose(exposed(name, offered, () => element.value));
      const listeners = listenersOf(offered, emit as Emit, tokenOf);
      return () => {
        // A reactive proxy has no private fields: an adapter works only as itself.
        const wanted = Object.fromEntries(optionNames.map((option) => [option, toRaw(props[option])]));
        const {modelValue} = props;
        // Assigned as they are: Vue's own way of setting a property makes an empty text of a missing one.
        const assign = ({el}: VNode): void => {
          const host = el as unknown as Host;
          Object.assign(host, wanted);
          if (modelValue !== undefined && modelValue !== host['value']) host['value'] = modelValue;
        };
        // The element stands still until Vue has taken over what the server rendered: what it adds to itself would not be
        // what Vue expects there, and without options it has nothing to talk to.
        const start = (node: VNode): void => {
          assign(node);
          (node.el as unknown as Host).removeAttribute('defer-hydration');
        };
        const hooks = {onVnodeBeforeMount: start, onVnodeBeforeUpdate: assign};
        // Always an array: a bare text would replace the hosted card fields, which are part of the tag's content.
        return h(
          offered.tagName,
          {ref: element, 'defer-hydration': '', ...listeners, ...hooks},
          slots['default']?.() ?? [],
        );
      };
    },
  });
}

function propsOf(declared: ReturnType<typeof optionsOf>): Record<string, {type: unknown; default?: unknown}> {
  return Object.fromEntries(
    Object.entries(declared).map(([option, declaration]) => {
      const fallback = defaultOf(declaration);
      const type = declaration.type === Boolean ? Boolean : declaration.attribute === false ? Object : String;
      return [option, {type, ...(fallback !== undefined && {default: fallback})}];
    }),
  );
}

function exposed(name: string, {methods}: Offered, element: () => Host | undefined): object {
  const mounted = (): Record<string, (...given: unknown[]) => unknown> => {
    const host = element();
    if (!host) throw new Error(`<${name}> is not mounted: there is no element to ask.`);
    return host as unknown as Record<string, (...given: unknown[]) => unknown>;
  };
  return {
    get element() {
      return element();
    },
    ...Object.fromEntries(
      methods.map((method) => [method, (...given: unknown[]) => mounted()[method]!(...given)]),
    ),
  };
}

/** Vue hears an event by its name in camel case. */
function listenersOf(
  {events}: Offered,
  emit: Emit,
  tokenOf: ComponentOf['tokenOf'],
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(events).map(([name, type]) => [
      `on${type.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
      (event: Event) => {
        emit(name, event);
        const token = tokenOf?.(event);
        if (token !== undefined) emit('update:modelValue', token);
      },
    ]),
  );
}
