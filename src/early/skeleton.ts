import type {FieldName} from '../gateways/microform-library.js';
import type {FieldSettings} from '../gateways/microform-settings.js';
import {readAppearance, type FrameAppearance} from './appearance.js';
import {type EarlyPage, slots} from './page.js';

/** Form that the page has drawn for the eye. It is read once: the element empties it when it draws. */
export interface Skeleton {
  readonly boxes: Readonly<Record<FieldName, HTMLElement>>;
  /** @param isLive how the fields look is asked then: the layout that it takes would keep them waiting. */
  readonly settings: (isLive?: boolean) => FieldSettings;
}

/** @param extras the fields take options of ours. */
export function readSkeleton({tag: {shadowRoot: root}}: EarlyPage, extras = false): Skeleton | undefined {
  const drawn = [...slots.values()].map((slot) =>
    root?.querySelector<HTMLElement>(`.box slot[name=${slot}]`),
  );
  const [number, securityCode] = drawn;
  if (!root || !number || !securityCode) return undefined;
  const words = {number: wordsOf(number), securityCode: wordsOf(securityCode)};
  let seen: FrameAppearance | undefined;
  return {
    boxes: {number: number.parentElement!, securityCode: securityCode.parentElement!},
    settings(isLive) {
      // The element may have emptied it.
      if (isLive && root.querySelector('.probe')) seen ??= readAppearance(root);
      const {styles = {}, ours} = seen ?? {};
      return {styles, ...words, disabled: false, ...(extras && ours)};
    },
  };
}

const wordsOf = ({dataset: {label = '', placeholder = '', hint = ''}}: HTMLElement) => ({
  label,
  placeholder,
  description: hint,
});
