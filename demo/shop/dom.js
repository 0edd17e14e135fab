/** An element with properties and children; texts are texts. */
export function element(tag, properties = {}, ...children) {
  const {dataset, ...rest} = properties;
  const made = Object.assign(document.createElement(tag), rest);
  Object.assign(made.dataset, dataset);
  made.append(...children.filter((child) => child !== undefined && child !== false));
  return made;
}

export const byId = (id) => document.getElementById(id);

/** Keeps small things between the pages of one visit; a blocked storage is one that forgets. */
export const notes = {
  read(key) {
    try {
      return JSON.parse(sessionStorage.getItem(`counter:${key}`) ?? 'null');
    } catch {
      return null;
    }
  },
  write(key, value) {
    try {
      sessionStorage.setItem(`counter:${key}`, JSON.stringify(value));
    } catch {
      // Nothing depends on it.
    }
  },
};

/** A token short enough to read and useless to anybody else: its kind and its last four characters. */
export const shortened = (text) => text.replace(/\b(track|pm|cus|req|act)_[\w-]+([\w-]{4})\b/g, '$1_…$2');
