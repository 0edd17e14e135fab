/**
 * An id that nobody can foresee, as 32 hexadecimal digits. `crypto.randomUUID` would throw in a page that is no
 * secure context, such as one at `http://192.168.0.7`.
 */
export function freshId(): string {
  let id = '';
  for (const byte of crypto.getRandomValues(new Uint8Array(16))) id += byte.toString(16).padStart(2, '0');
  return id;
}
