import type {MicroformLibrary} from '../gateways/microform-library.js';
import type {BegunFields} from '../gateways/microform-mounted.js';
import {claimsIn} from '../protocol/claims.js';
import {bringUp} from './bring-up.js';
import {connectAll} from './connect.js';
import {framesOf, hidePlaces, removeFields, showFields} from './frames.js';
import {type EarlyPage, isOver} from './page.js';
import {preload} from './preload.js';
import {readSkeleton} from './skeleton.js';

/** The session route's answer, as far as this script reads it. */
export interface Answer {
  readonly capture_context: string;
  readonly entry_mode?: string;
  readonly features?: readonly string[];
}

interface ContextData {
  readonly clientLibrary: string;
  readonly clientLibraryIntegrity?: string;
  readonly targetOrigins: readonly string[];
  readonly merchant?: string;
  readonly earlyFrame?: string;
}

/** Throws where it is no capture context; the element says so in words. */
function dataOf(jwt: string): ContextData {
  return (claimsIn(jwt) as {ctx: [{data: ContextData}]}).ctx[0].data;
}

/**
 * Mounts both fields in the skeleton (decision 0053). Nothing where something does not fit: that is left to
 * the element, which has the words for it.
 */
export async function mount(
  page: EarlyPage,
  answer: Answer,
  loading: Promise<unknown>,
): Promise<BegunFields | undefined> {
  const {tag, settings, end} = page;
  const {capture_context: jwt, entry_mode: mode = 'flex', features = []} = answer;
  const {clientLibrary, clientLibraryIntegrity, targetOrigins, merchant, earlyFrame} = dataOf(jwt);
  if (clientLibrary !== settings.library || clientLibraryIntegrity !== settings.integrity) {
    const how = {rel: 'preload', as: 'script', crossOrigin: 'anonymous', referrerPolicy: 'no-referrer'};
    return preload(page, {...how, integrity: clientLibraryIntegrity || '', href: clientLibrary});
  }
  if (mode !== 'flex' || !targetOrigins.includes(origin)) return undefined;
  const skeleton = readSkeleton(page, features.includes('microform-extras'));
  const pinned = tag.getAttribute('merchant');
  if (!skeleton || (pinned && pinned !== merchant) || isOver(page)) return undefined;
  if (earlyFrame !== settings.frame) removeFields(page);
  if (framesOf(page).length) await connectAll(page, {jwt, places: page.places!}, skeleton);
  const library = await loading;
  if (typeof library !== 'function' || isOver(page)) return undefined;
  if (isLost(page)) {
    removeFields(page);
    hidePlaces(page);
  }
  page.connect = undefined;
  const begun = await bringUp(
    {
      document,
      context: {jwt, clientLibrary},
      load: () => Promise.resolve(library as MicroformLibrary),
      places: () => page.places!,
      settings: skeleton.settings,
      show: () => showFields(page),
      typed(isTyped) {
        if (tag.begunSession) tag.begunSession.typed = isTyped;
        if (!isTyped) removeFields(page);
      },
      hears({event, field}) {
        if (event === 'focus' || event === 'blur')
          skeleton.boxes[field].toggleAttribute('data-focused', event === 'focus');
      },
    },
    end.signal,
  );
  page.isAdopted = true;
  return begun;
}

/** The page may have taken frames or places away meanwhile. */
const isLost = (page: EarlyPage): boolean =>
  framesOf(page).length < 2 ||
  Object.values(page.places!).some(({isConnected, slot}) => !isConnected || !slot);
