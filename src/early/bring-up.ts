import {markLive, mountFields, takeDown, type MountRequest} from '../gateways/microform-mount.js';
import type {BegunFields, Heard} from '../gateways/microform-mounted.js';
import type {Places} from './places.js';

interface EarlyMount extends Omit<MountRequest, 'keeps'> {
  /** Something was typed; false when that is gone. A card that is optional holds its form meanwhile. */
  readonly typed: (isTyped: boolean) => void;
  readonly hears?: (heard: Heard) => void;
}

/**
 * Mounts the card fields before the engine is there, and keeps what they report until it adopts them. Enter
 * is dropped: the form cannot be complete yet. The signal removes them, unless they are adopted.
 */
export async function bringUp(
  {typed, hears, ...request}: EarlyMount,
  signal: AbortSignal,
): Promise<BegunFields> {
  const keeps = (heard: Heard): boolean => {
    const {event, data} = heard;
    if (event === 'change' && (data as {empty?: unknown} | null)?.empty === false) typed(true);
    hears?.(heard);
    return event !== 'inputSubmitRequest';
  };
  const begun = await mountFields({...request, keeps}, signal);
  const {hear} = begun;
  signal.addEventListener('abort', () => {
    // Another `hear` means that the engine has adopted the fields.
    if (begun.hear !== hear) return;
    takeDown(begun);
    typed(false);
  });
  return begun;
}

/** Brings live fields into sight, in a form that was drawn for the eye only. */
export function showPlaces(places: Places, form: Element | null | undefined): void {
  for (const place of Object.values(places)) place.dataset['live'] = '';
  form?.removeAttribute('aria-hidden');
  markLive();
}
