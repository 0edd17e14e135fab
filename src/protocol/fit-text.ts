/** The part of an input that decides whether its text is seen whole. */
export interface TextInput {
  readonly value: string;
  readonly clientWidth: number;
  readonly scrollWidth: number;
  readonly style: {fontSize: string};
}

/** The usual size of text in browsers, in px. Phones enlarge the page around a smaller input that has the focus. */
const usual = 16;

/**
 * Writes an input's text smaller where it is wider than the input, until it fits, but never below 16 px: where a
 * shopper has enlarged text alone, a phone is too narrow for a card number in that size.
 * @param styleOf gives the input's computed style.
 */
export function fitText<Input extends TextInput>(
  input: Input,
  styleOf: (input: Input) => {readonly fontSize: string},
): void {
  const {style} = input;
  style.fontSize = '';
  if (input.value === '' || input.scrollWidth <= input.clientWidth) return;
  let size = parseFloat(styleOf(input).fontSize);
  while (size > usual && input.scrollWidth > input.clientWidth) {
    // Half a pixel at least, as widths are told in whole ones.
    size = Math.max(usual, Math.min(size - 0.5, (size * input.clientWidth) / input.scrollWidth));
    style.fontSize = `${size}px`;
  }
}
