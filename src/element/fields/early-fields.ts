import {resolve} from '../../adapter/page-address.js';
import {readReply} from '../../adapter/reply.js';
import {readAppearance} from '../../early/appearance.js';
import {bringUp, showPlaces} from '../../early/bring-up.js';
import {takePlaces} from '../../early/places.js';
import {repeatPress} from '../../early/press.js';
import {loadLibrary} from '../../gateways/library-script.js';
import {listed} from '../../gateways/listed.js';
import {takeDown} from '../../gateways/microform-mount.js';
import type {BegunFields} from '../../gateways/microform-mounted.js';
import {pageOrigin} from '../../gateways/page-origin.js';
import {readCaptureContextToken} from '../../protocol/capture-context.js';
import {readSession} from '../../protocol/session.js';
import {frameSettings} from './frame-settings.js';
import type {CardVaultHost} from '../host.js';
import type {AppearanceController} from '../shopper/appearance.js';
import type {LocaleController} from '../shopper/locale.js';
import type {FieldStore} from './field-store.js';
import type {PlacesController} from './places.js';

export interface EarlyForm {
  /** Draws the form where that is not done yet; its shadow tree. */
  readonly draw: () => ShadowRoot;
  readonly drawn: {
    readonly locale: LocaleController;
    readonly appearance: AppearanceController;
    readonly store: FieldStore;
    /** The second stage, once it is there. */
    readonly live: {readonly value?: {readonly places: PlacesController} | undefined};
  };
  /** Answer of the shop's server to the opened session. The engine reads it too, and later. */
  readonly answer: Promise<Response>;
  /** The place in the form that the shopper pressed last. */
  pressed?: EventTarget | undefined;
}

/**
 * Brings the card fields up in a form that is only drawn (decision 0053). Resolves to `undefined` when the
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
  if (!host.hasUpdated) void host.updateComplete.then(() => repeatPress(host.renderRoot, form.pressed));
  const {draw, drawn, answer} = form;
  const {locale, store} = drawn;
  const root = draw();
  drawn.appearance.takeAccent(root);
  const {body, url} = await answer.then(readReply);
  const read = readSession(body, url || resolve(host.sessionUrl!).href);
  const {captureContext, libraryWithoutHash, session} = read;
  if (session.entryMode !== 'flex' || captureContext === undefined) return undefined;
  const context = readCaptureContextToken(captureContext, pageOrigin(), libraryWithoutHash);
  const isOurs = !host.merchant || host.merchant === context.merchant;
  if (!isOurs || host.inactive || signal.aborted) return undefined;
  const extras = session.features?.includes('microform-extras') === true;
  // The second stage may be there by now, and hold them: also in parts that stand in a shadow tree of the page.
  const places = drawn.live.value?.places.current ?? takePlaces(host);
  try {
    const begun = await bringUp(
      {
        document,
        context,
        // Labels and placeholders wait for their language while the frames load; the form shows it once it works.
        load: (...whence) => Promise.all([loadLibrary(...whence), locale.words]).then(([library]) => library),
        places: () => places,
        // How they look is asked once they are live: the layout that it takes would keep them waiting.
        settings: (isLive) =>
          frameSettings(isLive ? readAppearance(root) : {styles: {}}, host, store, locale, extras),
        show: (live) => show(host, root, live),
        typed: (isTyped) => (store.hasHosted = isTyped),
      },
      signal,
    );
    return host.inactive ? (takeDown(begun) as undefined) : begun;
  } finally {
    if (!host.isConnected) for (const place of Object.values(places)) place.remove();
  }
}

/** The fields that are live come into sight. */
function show(host: CardVaultHost, root: ShadowRoot, {places}: BegunFields): void {
  // The working form is drawn already, and shows the fields itself.
  const isDrawn = host.hasUpdated;
  showPlaces(places, isDrawn ? undefined : root.querySelector('.form'));
  if (isDrawn) return host.requestUpdate();
  for (const {parentElement, nextSibling} of listed(root.querySelectorAll('.frame'))) {
    parentElement!.removeAttribute('data-loading');
    nextSibling!.remove();
  }
}
