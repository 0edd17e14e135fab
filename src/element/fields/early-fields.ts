import {readReply} from '../../adapter/reply.js';
import {listed} from '../../gateways/listed.js';
import {mountFields, takeDown} from '../../gateways/microform-mount.js';
import type {BegunFields, Heard} from '../../gateways/microform-mounted.js';
import {pageOrigin} from '../../gateways/page-origin.js';
import {Answer} from '../../protocol/answer.js';
import {readCaptureContextToken} from '../../protocol/capture-context.js';
import {readFieldsEntry} from '../../protocol/fields-entry.js';
import type {AppearanceController} from '../shopper/appearance.js';
import type {FieldStore} from './field-store.js';
import type {LocaleController} from '../shopper/locale.js';
import {takePlace} from './places.js';
import {frameSettings, readAppearance} from './frame-settings.js';
import type {CardVaultHost} from '../host.js';

export interface EarlyForm {
  /** Draws the form where that is not done yet; its shadow tree. */
  readonly draw: () => ShadowRoot;
  readonly locale: LocaleController;
  readonly appearance: AppearanceController;
  readonly entries: FieldStore;
  /** Answer of the shop's server to the opened session. The engine reads it too, and later. */
  readonly answer: Promise<Response>;
  /** The place in the form that the shopper pressed last. */
  pressed?: EventTarget | undefined;
}

/**
 * Brings the card fields up in a form that is only drawn (decision 0093). Resolves to `undefined` when the
 * session is for more than a new card: the engine then brings up what that needs.
 * @throws the error that kept the fields from coming up. The engine tries again, and reports the error if it
 *   fails too.
 */
export async function bringUpFields(
  host: CardVaultHost,
  form: EarlyForm,
  signal: AbortSignal,
): Promise<BegunFields | undefined> {
  // A form that works by now has taken its own presses.
  if (!host.hasUpdated) rememberPress(host, form);
  const {draw, locale, entries, appearance, answer} = form;
  const root = draw();
  appearance.takeAccent(root);
  // The rest of it is read by the engine, which takes the fields down where the session is none.
  const entry = readFieldsEntry(new Answer((await answer.then(readReply)).body));
  const {entryMode, features, captureContext, libraryWithoutHash} = entry;
  if (entryMode !== 'flex' || captureContext === undefined) return undefined;
  const context = readCaptureContextToken(captureContext, pageOrigin(), libraryWithoutHash);
  const isOurs = !host.merchant || host.merchant === context.merchant;
  const isWanted = isOurs && !host.inactive && !signal.aborted;
  if (!isWanted) return undefined;
  const extras = features.includes('microform-extras');
  // The engine may be there by now, and hold them.
  const places = {number: takePlace(host, 'number'), securityCode: takePlace(host, 'security-code')};
  try {
    const begun = await mountFields(
      {
        document,
        context,
        places: () => places,
        // How they look is asked once they are live: the layout that it takes would keep them waiting.
        settings: (isLive) =>
          frameSettings(isLive ? readAppearance(root) : {styles: {}}, host, entries, locale, extras),
        show: (live) => show(host, root, live),
      },
      signal,
    );
    if (host.inactive) return takeDown(begun) as undefined;
    const keep = hearFirst(begun, entries);
    // Until the engine takes them over.
    signal.addEventListener('abort', () => {
      if (begun.hear !== keep) return;
      takeDown(begun);
      entries.heard = false;
    });
    return begun;
  } finally {
    if (!host.isConnected) for (const place of Object.values(places)) place.remove();
  }
}

/**
 * Keeps what the fields report. A card that is optional holds its form once something is typed; Enter says
 * nothing yet, where the expiry cannot be typed.
 */
function hearFirst(begun: BegunFields, entries: FieldStore): BegunFields['hear'] {
  const said = begun.heard.splice(0);
  const keep = (one: Heard): void => {
    const {event, data} = one;
    if (event === 'inputSubmitRequest') return;
    if (event === 'change' && (data as {empty?: unknown} | null)?.empty === false) entries.heard = true;
    begun.heard.push(one);
  };
  said.forEach(keep);
  return (begun.hear = keep);
}

/** The fields that are live come into sight. */
function show(host: CardVaultHost, root: ShadowRoot, {places}: BegunFields): void {
  for (const place of Object.values(places)) place.dataset['live'] = '';
  // The working form is drawn already, and shows the fields itself.
  if (host.hasUpdated) return host.requestUpdate();
  root.querySelector('.form')?.removeAttribute('aria-hidden');
  for (const {parentElement, nextSibling} of listed(root.querySelectorAll('.frame'))) {
    parentElement!.removeAttribute('data-loading');
    nextSibling!.remove();
  }
}

/** A press on a field that is only drawn goes to that field once it can be typed into. */
function rememberPress(host: CardVaultHost, form: EarlyForm): void {
  void host.updateComplete.then(() => {
    const field = (form.pressed as Element | undefined)?.closest('.field')?.classList[1];
    const drawn = field && document.activeElement === document.body;
    const box = drawn && host.renderRoot.querySelector(`.field.${field} .box`);
    if (!box) return;
    const input = box.querySelector('input');
    if (input) input.focus();
    else box.dispatchEvent(new MouseEvent('mousedown', {bubbles: true, cancelable: true}));
  });
}
