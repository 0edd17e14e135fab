type Child = Node | string | undefined | false;

/** An element with attributes and children. No HTML is parsed, so that every page's policy allows it. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string | undefined>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes))
    if (value !== undefined) made.setAttribute(name, value);
  made.append(...children.filter((child) => child !== undefined && child !== false));
  return made;
}

export function button(text: string, press: () => void): HTMLButtonElement {
  const made = make('button', {type: 'button'}, text);
  made.addEventListener('click', press);
  return made;
}
