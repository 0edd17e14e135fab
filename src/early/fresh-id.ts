/** Short in the page; a key or a name has only to be another one each time. */
export const freshId = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-');
