import type {FieldStyles} from '../gateways/microform-library.js';

/**
 * CSS properties that the hosted fields accept (wire 2.2); the boxes around the frames are styled by the
 * element.
 */
const shared = [
  'font-family',
  'font-size',
  'font-style',
  'font-weight',
  'font-variant-numeric',
  'line-height',
  'text-rendering',
] as const;

/** How the content of the frames looks. */
export interface FrameAppearance {
  readonly styles: FieldStyles;
  /** For hosted fields that take options of ours. */
  readonly ours?: {
    readonly dir: string;
    /** The colour behind the frames, where it is opaque and the same in all states. */
    readonly background?: string;
  };
}

/** Read from the probe, which is styled like the element's own inputs. It takes a layout. */
export function readAppearance(root: ShadowRoot): FrameAppearance {
  const style = getComputedStyle(root.querySelector('.probe')!);
  const {color, backgroundColor, outlineColor} = style;
  // A frame with a ground of its own would hide that the box has another one in these states.
  const changes = ['hover', 'focus', 'invalid', 'disabled'].some((state) =>
    style.getPropertyValue(`--card-vault-field-background-${state}`),
  );
  const input = Object.fromEntries(shared.map((name) => [name, style.getPropertyValue(name)]));
  return {
    // The probe carries the placeholder's colour as its outline's: not every browser computes
    // `::placeholder`.
    styles: {
      input: {...input, color},
      '::placeholder': {color: outlineColor, opacity: '1'},
      ':disabled': {color: outlineColor, cursor: 'not-allowed'},
    },
    ours: {
      dir: style.direction,
      ...(!changes && !/rgba|\//.test(backgroundColor) && {background: backgroundColor}),
    },
  };
}
