/**
 * What a simulated page (jsdom, happy-dom) lacks: the element is a form control to nothing there, and never
 * invalid.
 */
const standIn = () => ({
  validity: {valid: true},
  states: new Set<string>(),
  setFormValue: () => undefined,
  setValidity: () => undefined,
  checkValidity: () => true,
  reportValidity: () => true,
});

/** The internals of a form control, or a stand-in where the page knows none. */
export function internalsOf(element: HTMLElement): ElementInternals {
  const internals: Partial<ElementInternals> | undefined = element.attachInternals?.();
  return (internals?.setFormValue ? internals : standIn()) as ElementInternals;
}
