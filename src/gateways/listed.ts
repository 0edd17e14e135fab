/**
 * A list of the browser's as an array, read by index: libraries of pages put lists that cannot be iterated in
 * the place of `form.elements` and its kind.
 */
export const listed = <T>(list: ArrayLike<T>): T[] => Array.prototype.slice.call(list) as T[];
