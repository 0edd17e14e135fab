/** One form post of texts to another origin. */
export interface FormPost {
  readonly action: URL;
  /** Name of a frame, or `_top`. */
  readonly target: string;
  readonly fields: Readonly<Record<string, string>>;
}

/**
 * Posts texts in a body, never in an address. The form lives in the page's body for this one call: the
 * browser has taken what it needs when `submit` returns.
 * @returns false when the page's own policy forbids the post and the browser throws, as Firefox does; the
 *   others
 *   report it to `onPolicyViolation` only.
 */
export function postForm(document: Document, {action, target, fields}: FormPost): boolean {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = action.href;
  form.target = target;
  form.acceptCharset = 'utf-8';
  form.hidden = true;
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement('input');
    input.type = 'hidden';
    input.name = name;
    input.value = value;
    form.append(input);
  }
  document.body.append(form);
  try {
    HTMLFormElement.prototype.submit.call(form);
    return true;
  } catch {
    return false;
  } finally {
    form.remove();
  }
}
