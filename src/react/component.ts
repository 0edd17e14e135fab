'use client';

import * as React from 'react';
import {createComponent} from '@lit/react';
import {optionsOf, type EventsOf, type Offered, type OptionName, type OptionsOf} from '../element/offered.js';
import {defaultOf} from '../element/options.js';

/** React 18 warns of a layout effect on a server, where there is no element for it to work on. */
const browserReact =
  typeof HTMLElement === 'undefined' ? {...React, useLayoutEffect: () => undefined} : React;

/** Handlers by their event. Each gets the element's own event, with its frozen `detail`. */
export type HandlersOf<Offer extends Offered> = {
  [Name in keyof Offer['events'] & string as `on${Capitalize<Name>}`]?:
    ((event: EventsOf<Offer>[Name]) => void) | undefined;
};

/** Everything else that may stand on the tag: `id`, `className`, `style`, `lang`, `aria-*`, `data-*`, `onClick` … */
export type TagPropsOf<Element, Offer extends Offered> = Omit<
  React.HTMLAttributes<Element>,
  keyof HandlersOf<Offer> | OptionName<Element> | 'dangerouslySetInnerHTML'
>;

/** Props of an element's component: its options, its events, and all other attributes of a tag. */
export type PropsOf<Element, Offer extends Offered> = TagPropsOf<Element, Offer> &
  OptionsOf<Element> &
  HandlersOf<Offer>;

export interface ComponentOf {
  readonly name: string;
  readonly elementClass: Parameters<typeof optionsOf>[0];
  readonly offered: Offered;
}

/** A component for an element; an option that is taken back after a render that had it returns to its default. */
export function componentOf<Element extends HTMLElement, Props extends object>({
  name,
  elementClass,
  offered,
}: ComponentOf): React.ForwardRefExoticComponent<Props & React.RefAttributes<Element>> {
  const defaults = Object.fromEntries(
    Object.entries(optionsOf(elementClass)).map(([option, declared]) => [option, defaultOf(declared)]),
  );
  const events = Object.fromEntries(
    Object.entries(offered.events).map(([event, type]) => [handlerOf(event), type]),
  );
  // `createComponent` asks here which props are properties: exactly the options. The element's own class
  // would also claim what every HTML element has (`id`, `title`, `hidden` …), which then would be missing
  // from what a server renders, and what is read-only on a form control (`form`).
  const optionClass = class {};
  Object.assign(optionClass.prototype, defaults);
  const Tag: React.ElementType = createComponent({
    react: browserReact,
    tagName: offered.tagName,
    elementClass: optionClass as unknown as new () => HTMLElement,
    events,
    displayName: `${name}Tag`,
  });
  const component = React.forwardRef<Element, Props>((props, ref) => {
    const {children, form, ...others} = props as Record<string, unknown>;
    return React.createElement(
      Tag,
      {
        // The element stands still until `createComponent` has handed it its options and takes this away: what it adds to
        // itself would not be what the server rendered, and without options it has nothing to talk to.
        'defer-hydration': '',
        ...defaults,
        ...given(others),
        // React 19 would assign `form`, which is read-only as on every form control. Spelt so, no property has its name and
        // it is written as the attribute, whose name HTML lower-cases.
        ...(form !== undefined && {FORM: form}),
        ref,
      },
      // React replaces the whole content when a bare text changes, and what the element adds is part of that content.
      children === undefined
        ? undefined
        : React.createElement(React.Fragment, null, children as React.ReactNode),
    );
  });
  component.displayName = name;
  // The same component; React's type leaves the ref out of what the render function is given.
  return component as unknown as React.ForwardRefExoticComponent<Props & React.RefAttributes<Element>>;
}

function given(props: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(props).filter(([, value]) => value !== undefined));
}

const handlerOf = (event: string) => `on${event[0]!.toUpperCase()}${event.slice(1)}`;
