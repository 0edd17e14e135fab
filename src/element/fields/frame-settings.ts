import type {FrameAppearance} from '../../early/appearance.js';
import type {FieldSettings} from '../../gateways/index.js';
import type {FieldStore} from './field-store.js';
import type {LocaleController} from '../shopper/locale.js';
import type {CardVaultHost} from '../host.js';

/**
 * Everything that the element decides about its hosted fields.
 * @param extras the fields take options of ours; another library may refuse what it does not know.
 */
export function frameSettings(
  appearance: FrameAppearance,
  host: CardVaultHost,
  store: FieldStore,
  {say, language}: LocaleController,
  extras: boolean,
): FieldSettings {
  const {rules} = store;
  const four = rules?.codeLength === 4;
  const words = (field: 'number' | 'security-code', label: string, placeholder: string, hint = '') => {
    const error = rules?.shown(field);
    return {
      placeholder: store.isAtRest(field) ? label : placeholder,
      label,
      description: error ? say(error.key, error.values) : hint,
      ...(extras && {invalid: error !== undefined}),
    };
  };
  return {
    styles: appearance.styles,
    ...(extras && {lang: language, ...appearance.ours}),
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
