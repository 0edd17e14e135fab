/**
 * Claims of a signed token, unread and unchecked.
 * @throws where it is none.
 */
export function claimsIn(jwt: string): unknown {
  let text = atob(jwt.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/'));
  // Decoding letter by letter is slow, and few tokens need it: most are ASCII, of which UTF-8 has one byte for each letter.
  if (new TextEncoder().encode(text).length > text.length)
    text = new TextDecoder().decode(Uint8Array.from(text, (letter) => letter.charCodeAt(0)));
  return JSON.parse(text);
}
