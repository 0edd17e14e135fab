import type {FieldOptions} from '../gateways/microform-library.js';
import type {EarlyPage} from './page.js';

/** The box of a field in the skeleton, and the words that its frame is given. */
export interface Words {
  readonly box: HTMLElement;
  readonly options: FieldOptions;
}

const inherited = [
  'font-family',
  'font-size',
  'font-style',
  'font-weight',
  'font-variant-numeric',
  'line-height',
  'text-rendering',
];

/** By slot; empty where there is no skeleton. */
export function wordsOf({tag}: EarlyPage): Record<string, Words> {
  const words: Record<string, Words> = {};
  for (const slot of [].slice.call(
    tag.shadowRoot ? tag.shadowRoot.querySelectorAll('.box slot') : [],
  ) as HTMLSlotElement[]) {
    const {label = '', hint: description, placeholder} = slot.dataset;
    const options = {title: label, 'aria-label': label, 'aria-required': true, description, placeholder};
    words[slot.name] = {box: slot.parentElement!, options: options as FieldOptions};
  }
  return words;
}

/** How the fields look. It takes a layout, so it is asked once they are there. */
export function appearanceOf({tag}: EarlyPage, features: readonly string[]): Partial<FieldOptions> {
  const style = getComputedStyle(tag.shadowRoot!.querySelector('.probe')!);
  const {color, backgroundColor: background, outlineColor} = style;
  const input: Record<string, string> = {color};
  for (const name of inherited) input[name] = style.getPropertyValue(name);
  const isOpaque = features.includes('microform-extras') && !/rgba|\//.test(background);
  const styles = {input, '::placeholder': {color: outlineColor, opacity: '1'}};
  return {styles, ...(isOpaque && {background})};
}
