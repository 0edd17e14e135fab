import type {LitElement} from 'lit';
import elementEvents from './events.js';
import type {OptionDeclaration} from './options.js';

/**
 * Surface of each element for the wrappers of React and Vue: its events, as `events.ts` names them, and its
 * methods. A test compares both with `custom-elements.json`. Options are read off the class itself.
 */
export interface Offered {
  readonly tagName: keyof HTMLElementTagNameMap;
  readonly events: Readonly<Record<string, keyof GlobalEventHandlersEventMap>>;
  readonly methods: readonly string[];
}

export const ofVault = {
  tagName: 'card-vault',
  events: elementEvents['card-vault'],
  methods: [
    ...(['save', 'cancel', 'clear', 'reset', 'focus', 'blur'] as const),
    ...(['setCustomValidity', 'checkValidity', 'reportValidity', 'whenReady'] as const),
  ],
} as const satisfies Offered;

export const ofList = {
  tagName: 'card-vault-list',
  /** `saved` is of another card that is saved in place. */
  events: {...elementEvents['card-vault-list'], saved: 'card-vault-saved'},
  methods: ['reload', 'focus', 'blur', 'setCustomValidity', 'checkValidity', 'reportValidity', 'whenReady'],
} as const satisfies Offered;

export const ofSubscribe = {
  tagName: 'card-vault-subscribe',
  events: elementEvents['card-vault-subscribe'],
  methods: ['subscribe'],
} as const satisfies Offered;

export const ofField = {tagName: 'card-vault-field', events: {}, methods: []} as const satisfies Offered;
export const ofButton = {tagName: 'card-vault-button', events: {}, methods: []} as const satisfies Offered;
export const ofStatus = {tagName: 'card-vault-status', events: {}, methods: []} as const satisfies Offered;

type Writable<Element, Name extends keyof Element> =
  (<T>() => T extends Pick<Element, Name> ? 1 : 2) extends <T>() => T extends {
    -readonly [Key in Name]: Element[Key];
  }
    ? 1
    : 2
    ? Name
    : never;

/** Names of an element's options: what may be set, is not a method, and is not what every element has. */
export type OptionName<Element> = {
  [Name in Exclude<keyof Element, keyof LitElement | 'value'>]: NonNullable<Element[Name]> extends (
    ...args: never
  ) => unknown
    ? never
    : Writable<Element, Name>;
}[Exclude<keyof Element, keyof LitElement | 'value'>] &
  string;

/** An element's options by their property; leaving one out, or `undefined`, means its default. */
export type OptionsOf<Element> = {
  readonly [Name in keyof Element as Name extends OptionName<Element> ? Name : never]?:
    Element[Name] | undefined;
};

/** Argument of an event's handler, by the event's name without the prefix. */
export type EventsOf<Offer extends Offered> = {
  readonly [Name in keyof Offer['events']]: GlobalEventHandlersEventMap[Offer['events'][Name]];
};

interface ElementClass {
  readonly properties: Readonly<Record<string, OptionDeclaration>>;
}

/** How the options of an element are declared, with those of the classes that it extends. */
export function optionsOf(elementClass: ElementClass): Readonly<Record<string, OptionDeclaration>> {
  const parent = Object.getPrototypeOf(elementClass) as ElementClass;
  return {...(parent.properties && optionsOf(parent)), ...elementClass.properties};
}
