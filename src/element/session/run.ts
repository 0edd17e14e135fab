import type {ContextRenewal, Flow, RunMemory, Timers} from '../../flow/index.js';
import {pageOrigin} from '../../gateways/page-origin.js';
import type {FieldEvent, MicroformFields} from '../../gateways/index.js';
import type {BegunSession} from './begun-session.js';
import type {EnteredFields} from '../fields/early-entries.js';
import type {PlacesController} from '../fields/places.js';
import {frameSettings, readAppearance, type FrameAppearance} from '../fields/frame-settings.js';
import type {CardVaultHost} from '../host.js';
import type {Engine, SavingOptions} from '../stages/makers.js';

export interface RunOptions extends Omit<SavingOptions, 'adapter'> {
  readonly engine: Engine;
  readonly places: PlacesController;
  readonly entries: () => EnteredFields;
  readonly timers: Timers;
  readonly memory: RunMemory;
  readonly renewal: ContextRenewal;
  readonly onEvent: (event: FieldEvent) => void;
}

/** A flow with the hosted fields that it mounts. */
export interface Run {
  readonly flow: Flow;
  readonly fields: Pick<MicroformFields, 'clear' | 'focus' | 'unmount'>;
  /** Updates the frames where their settings have changed. */
  sync(): void;
  /** Reads the appearance of the element anew, then updates the frames. */
  restyle(): void;
}

/** What the page has begun for this element: once, and only from the address that the element has now. */
function takeBegun(host: CardVaultHost, {current}: PlacesController): BegunSession | undefined {
  const begun = host.begunSession;
  host.begunSession = undefined;
  if (!begun || (!host.adapter && begun.url === host.sessionUrl)) return begun;
  begun.abort();
  for (const place of Object.values(current)) place.replaceChildren();
  return undefined;
}

/** Builds the flow of one element: the element's attributes and controllers meet what the engine makes. */
export function createRun(options: RunOptions): Run {
  const {host, engine, places, entries, locale, session, timers, memory, renewal, onEvent} = options;
  let appearance: FrameAppearance | undefined;
  const settings = () => {
    const extras = session.state.session?.features?.includes('microform-extras') === true;
    return frameSettings((appearance ??= readAppearance(host.renderRoot)), host, entries(), locale, extras);
  };
  const mountPlaces = () => {
    const all = places.take();
    const {number: _number, ...code} = all;
    return session.state.session?.payment ? code : all;
  };
  const begun = takeBegun(host, places);
  const fields = engine.createHostedFields({
    ...{places: mountPlaces, settings, onEvent, merchant: host.merchant},
    begun,
  });
  const adapter = host.adapter ?? engine.createAdapter({sessionUrl: host.sessionUrl ?? '', begun, timers});
  const flow = engine.createFlow(
    {adapter, hostedFields: fields, timers, memory, renewal, origin: pageOrigin()},
    {...options, adapter},
  );
  return {
    flow,
    fields,
    sync: () => fields.update(),
    restyle() {
      appearance = undefined;
      fields.update();
    },
  };
}
