import type {LocaleController} from '../controllers/locale.js';
import {fieldsOf} from '../fields.js';
import type {CardVaultHost} from '../host.js';
import type {FieldName} from '../options.js';
import {roomOf} from './form.js';

/** The fields of a form that asks for nothing but a card. */
type CardField = Extract<FieldName, 'number' | 'expiry' | 'security-code' | 'name'>;

/**
 * The form of a card as it is drawn before it works, with the same boxes, lines and words as the working form, so that nothing
 * moves when that takes its place. Made without templates, which take several times as long and pay off only where something
 * changes later.
 */
export function stillForm(
  host: CardVaultHost,
  {say, rightToLeft}: LocaleController,
  showButton: boolean,
): HTMLElement {
  const fields = (fieldsOf(host) as readonly CardField[]).map((name) => {
    const isHosted = name === 'number' || name === 'security-code';
    const box = part(
      'div',
      'box',
      name,
      ...(isHosted ? [part('div', 'frame', '', slot(name))] : []),
      part('span', 'shimmer'),
    );
    const error = part('p', 'error');
    error.dataset['room'] = roomOf(say, name);
    box.dataset['loading'] = '';
    const field = part(
      'div',
      'field',
      name,
      part('span', 'label', name, say(name === 'security-code' ? 'securityCode' : name)),
      box,
      error,
    );
    field.className += ` ${name} ${name === 'number' || name === 'name' ? 'wide' : ''}`;
    return field;
  });
  // As large as the sign that comes with the form.
  const notice = part(
    'p',
    'notice',
    '',
    slot('notice', document.createElement('i'), part('span', '', '', say('notice'))),
  );
  const form = part('div', 'form', '', part('div', 'fields', '', ...fields), notice);
  form.ariaHidden = 'true';
  if (showButton) {
    const button = part('div', 'save-button', '', say('save'));
    button.className = 'button save';
    form.append(button);
  }
  const base = part('div', 'base', '', form, slot(''), part('span', 'probe'));
  if (rightToLeft) base.dir = 'rtl';
  base.dataset['layout'] = host.layout;
  return base;
}

function part(tag: string, name: string, of = '', ...content: readonly (Node | string)[]): HTMLElement {
  const element = document.createElement(tag);
  element.className = name;
  element.setAttribute('part', of ? `${name} ${name}-${of}` : name);
  element.append(...content);
  return element;
}

function slot(name: string, ...content: readonly (Node | string)[]): HTMLSlotElement {
  const element = document.createElement('slot');
  element.name = name;
  element.append(...content);
  return element;
}
