'use client';

import * as React from 'react';
import {createComponent, type EventName} from '@lit/react';

/** React 18 warns of a layout effect on a server, where there is no element for it to work on. */
const browserReact =
  typeof HTMLElement === 'undefined' ? {...React, useLayoutEffect: () => undefined} : React;

export interface ComponentOf {
  readonly tagName: string;
  readonly name: string;
  /** The element's options with its own defaults, for one that is taken back after a render that had it. */
  readonly defaults: Readonly<Record<string, unknown>>;
  /** Handlers by the event that each hears. */
  readonly events: Readonly<Record<string, EventName | string>>;
}

/** A component for an element, whose props are its options, its events and all other attributes of a tag. */
export function componentOf<Element extends HTMLElement, Props extends object>({
  tagName,
  name,
  defaults,
  events,
}: ComponentOf): React.ForwardRefExoticComponent<Props & React.RefAttributes<Element>> {
  // What `createComponent` asks which props are properties: exactly the options. The element's own class would also claim what
  // every HTML element has (`id`, `title`, `hidden` …), which then would be missing from what a server renders, and what is
  // read-only on a form control (`form`).
  const optionClass = class {};
  Object.assign(optionClass.prototype, defaults);
  const Tag: React.ElementType = createComponent({
    react: browserReact,
    tagName,
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
