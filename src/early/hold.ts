import {listen} from './document.js';
import {framesOf} from './frames.js';
import {type EarlyPage, slots} from './page.js';

/**
 * Until the element is there: refuses a submission of the form with a sentence, and empties the fields with
 * the form. A card that is optional holds the form once something is typed.
 */
export function holdForm(page: EarlyPage): void {
  const {tag} = page;
  const hold = tag.querySelector<HTMLInputElement>('input[slot=waiting]');
  if (hold) hold.setCustomValidity(hold.getAttribute('aria-label')!);
  const form = hold ? hold.form : tag.closest('form');
  if (!form) return;
  listen(form, 'reset', (event) =>
    // The form is emptied after its event, unless a listener forbids it.
    setTimeout(() => event.defaultPrevented || emptyFields(page)),
  );
  const refuse = (event: Event): void => {
    const {begunSession} = tag;
    if (hold ? hold.disabled || !hold.isConnected : !page.typed && !begunSession?.typed) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    hold?.reportValidity();
  };
  listen(form, 'submit', refuse, true);
}

function emptyFields(page: EarlyPage): void {
  const {tag} = page;
  const {begunSession} = tag;
  page.typed = false;
  const waiting = page.isAdopted ? [] : framesOf(page).filter(({port}) => port);
  for (const frame of waiting) {
    frame.port!.postMessage({type: 'clear'});
    frame.heard = frame.heard!.filter(({type}) => type !== 'change');
  }
  if (!begunSession || !begunSession.fields || customElements.get(tag.localName)) return;
  begunSession.typed = false;
  if (waiting.length) return;
  void begunSession.fields.then((begun) => {
    if (begun) for (const name of slots.keys()) begun.fields[name].clear();
  });
}
