// What the parts of the playground share: elements, and the choices that the address of the page keeps.

type Made<Tag extends keyof HTMLElementTagNameMap> = Partial<
  Omit<HTMLElementTagNameMap[Tag], 'list' | 'style'>
>;

export const make = <Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Made<Tag> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] => {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
};

export const chosen = new URLSearchParams(location.hash.slice(1));

/** What was chosen of some values; the first is the default. */
export const valueOf = (name: string, values: readonly string[]): string => {
  const value = chosen.get(name);
  return value !== null && values.includes(value) ? value : values[0]!;
};

export const keepChosen = (): void => history.replaceState(null, '', `#${chosen}`);

/** A list of values whose choice the address keeps. */
export function chooser(name: string, values: readonly string[], changed: () => void): HTMLElement {
  const options = values.map((value) =>
    make('option', {value, selected: value === valueOf(name, values)}, value),
  );
  const select = make('select', {id: `choice-${name}`}, ...options);
  select.addEventListener('change', () => {
    if (select.value === values[0]) chosen.delete(name);
    else chosen.set(name, select.value);
    keepChosen();
    changed();
  });
  return make('span', {}, make('label', {htmlFor: select.id, textContent: name}), ' ', select);
}

/** @param press its failure is shown elsewhere: a refusal is an event, too */
export function button(text: string, press: () => unknown): HTMLButtonElement {
  const made = make('button', {type: 'button', textContent: text});
  made.addEventListener('click', () => void Promise.resolve(press()).catch(() => undefined));
  return made;
}

/** A button that copies what a function gives, and says so. */
export function copier(words: string, text: () => string): HTMLButtonElement {
  const made = button(words, async () => {
    const done = await navigator.clipboard.writeText(text()).then(
      () => true,
      () => false,
    );
    made.textContent = done ? 'Copied' : 'The browser does not copy: select the text';
    made.addEventListener('blur', () => (made.textContent = words), {once: true});
  });
  return made;
}
