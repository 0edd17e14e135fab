/*
 * An element of the page that is named like a member of the document stands before it, so an author of HTML
 * without scripts could answer for it. The members are taken from their prototypes.
 */

/** Member of the document, also where the page has named an element like it. */
export const own = <Name extends keyof Document>(name: Name): Document[Name] =>
  Reflect.get(Document.prototype, name, document) as Document[Name];

export const make = <Name extends keyof HTMLElementTagNameMap>(name: Name): HTMLElementTagNameMap[Name] =>
  own('createElement').call(document, name) as HTMLElementTagNameMap[Name];

/** A form has its own controls as members, too. */
export const listen = <Heard extends Event>(
  target: EventTarget,
  type: string,
  listener: (event: Heard) => void,
  options?: AddEventListenerOptions | boolean,
): void => EventTarget.prototype.addEventListener.call(target, type, listener as EventListener, options);
