/** The origin of a page, also where a script of the page has a variable of that name. */
export const pageOrigin = (view: Window = window): string =>
  Object.getOwnPropertyDescriptor(view, 'origin')?.get ? view.origin : view.location.origin;
