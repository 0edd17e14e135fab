/** An address or a path without the slashes at its end. It begins at the first of them only: a stranger may send thousands. */
export const withoutEndSlashes = (text: string): string => text.replace(/(?<!\/)\/+$/, '');
