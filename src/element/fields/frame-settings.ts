import type {FieldSettings, FieldStyles} from '../../gateways/index.js';
import type {FieldStore} from './field-store.js';
import type {LocaleController} from '../shopper/locale.js';
import type {CardVaultHost} from '../host.js';

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
  /** The colour behind the frames, where it is opaque. */
  readonly background?: string;
}

/** Read from the probe, which is styled like the element's own inputs. */
export function readAppearance(root: ShadowRoot): FrameAppearance {
  const style = getComputedStyle(root.querySelector('.probe')!);
  const {color, backgroundColor, outlineColor} = style;
  const input = Object.fromEntries(shared.map((name) => [name, style.getPropertyValue(name)]));
  return {
    // The probe carries the placeholder's colour as its outline's: not every browser computes
    // `::placeholder`.
    styles: {
      input: {...input, color},
      '::placeholder': {color: outlineColor, opacity: '1'},
      ':disabled': {color: outlineColor, cursor: 'not-allowed'},
    },
    ...(!/rgba|\//.test(backgroundColor) && {background: backgroundColor}),
  };
}

/**
 * Everything that the element decides about its hosted fields.
 * @param extras the fields take options of ours; another library may refuse what it does not know.
 */
export function frameSettings(
  appearance: FrameAppearance,
  host: CardVaultHost,
  {rules}: Pick<FieldStore, 'rules'>,
  {say, language}: LocaleController,
  extras: boolean,
): FieldSettings {
  const four = rules?.codeLength === 4;
  const words = (field: 'number' | 'security-code', label: string, placeholder: string, hint = '') => {
    const error = rules?.shown(field);
    return {
      placeholder,
      label,
      description: error ? say(error.key, error.values) : hint,
      ...(extras && {invalid: error !== undefined}),
    };
  };
  return {
    styles: appearance.styles,
    ...(extras && {lang: language, ...(appearance.background && {background: appearance.background})}),
    number: words('number', say('number'), say('numberPlaceholder')),
    securityCode: words(
      'security-code',
      say('securityCode'),
      say(four ? 'securityCodePlaceholder4' : 'securityCodePlaceholder'),
      say(four ? 'securityCodeHint4' : 'securityCodeHint'),
    ),
    disabled: host.inactive,
  };
}
