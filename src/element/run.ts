import type {BegunRequest} from '../adapter/index.js';
import type {Flow, RawCardFields, RunMemory, Timers} from '../flow/index.js';
import type {FieldEvent, MicroformFields} from '../gateways/index.js';
import type {EnteredFields} from './controllers/early-entries.js';
import type {Lazy} from './controllers/lazy.js';
import type {LocaleController} from './controllers/locale.js';
import type {PlacesController} from './controllers/places.js';
import type {SessionController} from './controllers/session.js';
import {frameSettings, readAppearance, type FrameAppearance} from './frame-settings.js';
import type {CardVaultHost} from './host.js';
import type {Engine} from './makers.js';
import type * as RoomModule from './step-up/room.js';

export interface RunOptions {
  readonly host: CardVaultHost;
  readonly engine: Engine;
  readonly places: PlacesController;
  readonly entries: () => EnteredFields;
  readonly locale: LocaleController;
  readonly session: SessionController;
  readonly room: Lazy<typeof RoomModule>;
  readonly timers: Timers;
  readonly memory: RunMemory;
  readonly readRaw: RawCardFields['read'];
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

/** The request that the page has begun for this element: once, and only to the address that the element has now. */
function takeBegun(host: CardVaultHost): BegunRequest | undefined {
  const begun = host.begunSession;
  host.begunSession = undefined;
  return begun?.url === host.sessionUrl ? begun : undefined;
}

/** Builds the flow of one element: the element's attributes and controllers meet what the engine makes. */
export function createRun(options: RunOptions): Run {
  const {host, engine, places, entries, locale, session, room, timers, memory, onEvent} = options;
  let appearance: FrameAppearance | undefined;
  let sent = '';
  const settings = () => {
    const extras = session.state.session?.features?.includes('microform-extras') === true;
    return frameSettings((appearance ??= readAppearance(host.renderRoot)), host, entries(), locale, extras);
  };
  const fields = engine.createHostedFields({places: () => places.current, settings, onEvent});
  const offstage = (): HTMLElement => host.renderRoot.querySelector<HTMLElement>('.offstage')!;
  const flow = engine.createFlow({
    adapter:
      host.adapter ??
      engine.createAdapter({sessionUrl: host.sessionUrl ?? '', begun: takeBegun(host), timers}),
    hostedFields: fields,
    ...(host.entryMode === 'raw' && {rawFields: {read: options.readRaw}}),
    deviceData: engine.createDeviceData({host: offstage}),
    stepUp: {
      async present(request, call) {
        const {createStepUpWindow} = await import('./step-up/window.js');
        return createStepUpWindow({host, engine, offstage, room, session, locale}).present(request, call);
      },
    },
    timers,
    memory,
    origin: location.origin,
    // A step-up that leaves the page comes back to it, and the run continues there.
    returnTo: () => (host.stepUp === 'redirect' ? location.pathname + location.search : undefined),
  });
  const sync = (): void => {
    const current = JSON.stringify(settings());
    if (sent !== '' && sent !== current) fields.update();
    sent = current;
  };
  return {
    flow,
    fields,
    sync,
    restyle() {
      appearance = undefined;
      sync();
    },
  };
}
