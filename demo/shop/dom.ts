type Child = Node | string | undefined | false;
type Properties<Made> = Omit<Partial<Made>, 'dataset'> & {readonly dataset?: DOMStringMap};

/** An element with properties and children; texts are texts. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  {dataset, ...rest}: Properties<HTMLElementTagNameMap[Tag]>,
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const made = Object.assign(document.createElement(tag), rest);
  Object.assign(made.dataset, dataset);
  made.append(...children.filter((child) => child !== undefined && child !== false));
  return made;
}

/** The element with this id. The shop's server has drawn it, and of which kind it is. */
export function byId<Kind extends HTMLElement = HTMLElement>(
  id: string,
  kind: new () => Kind = HTMLElement as unknown as new () => Kind,
): Kind {
  const found = document.getElementById(id);
  if (found instanceof kind) return found;
  throw new Error(`The page has no ${kind.name} #${id}.`);
}

/** Keeps small things between the pages of one visit; a blocked storage is one that forgets. */
export const notes = {
  read<Note>(key: string): Note | null {
    try {
      return JSON.parse(sessionStorage.getItem(`counter:${key}`) ?? 'null') as Note | null;
    } catch {
      return null;
    }
  },
  write(key: string, value: unknown): void {
    try {
      sessionStorage.setItem(`counter:${key}`, JSON.stringify(value));
    } catch {
      // Nothing depends on it.
    }
  },
};

/** Asks the shop's server; nothing where it does not answer. */
export const ask = (path: string, options?: RequestInit): Promise<Response | undefined> =>
  fetch(path, options).catch(() => undefined);

/** What an answer says. The shop's own server is taken at its word. */
export const read = async <Answer>(answer: Response): Promise<Answer> => (await answer.json()) as Answer;

/** A request with a JSON body. */
export const posted = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: {'Content-Type': 'application/json'},
  body: JSON.stringify(body),
});

/** A token short enough to read and useless to anybody else: its kind and its last four characters. */
export const shortened = (text: string): string =>
  text.replace(/\b(track|pm|cus|req|act)_[\w-]+([\w-]{4})\b/g, '$1_…$2');
