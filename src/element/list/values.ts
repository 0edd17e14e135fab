/**
 * Kinds of values of the list's options. Each name that the form's first script exports would cost every page
 * some bytes.
 */
export const isText = (value: unknown): boolean => typeof value === 'string';
export const isObject = (value: unknown): boolean => typeof value === 'object';
