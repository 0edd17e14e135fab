import type {RunMemory} from '../../flow/index.js';
import type {FieldEvent} from '../../gateways/index.js';
import {pageOrigin} from '../../gateways/page-origin.js';
import {readAppearance, type FrameAppearance} from '../../early/appearance.js';
import {frameSettings} from '../fields/frame-settings.js';
import type {Run} from '../fields/frames.js';
import type {CardVaultHost, BegunSession} from '../host.js';
import type {Drawn, Engine, Live} from './contracts.js';

export interface RunOptions {
  readonly host: CardVaultHost;
  readonly drawn: Drawn;
  readonly live: Live;
  readonly engine: Engine;
  readonly memory: RunMemory;
  readonly onEvent: (event: FieldEvent) => void;
}

/**
 * Fields that the page has begun for this element: once, and only from the address that the element has now.
 */
function takeBegun(host: CardVaultHost): BegunSession | undefined {
  const begun = host.begunSession;
  host.begunSession = undefined;
  if (!begun || (!host.adapter && begun.url === host.sessionUrl)) return begun;
  begun.abort();
  return undefined;
}

/** Builds the flow of one element: the element's attributes and controllers meet what the engine makes. */
export function createRun({host, drawn, live, engine, memory, onEvent}: RunOptions): Run {
  const {locale, store, timers} = drawn;
  const {interactionLoader, places, session} = live;
  let appearance: FrameAppearance | undefined;
  const settings = () => {
    const extras = session.state.session?.features?.includes('microform-extras') === true;
    return frameSettings((appearance ??= readAppearance(host.renderRoot)), host, store, locale, extras);
  };
  const mountPlaces = () => {
    const all = places.take();
    const {number: _number, ...code} = all;
    return session.state.session?.payment ? code : all;
  };
  const begun = takeBegun(host);
  const {merchant} = host;
  const fields = engine.createHostedFields({places: mountPlaces, settings, onEvent, merchant, begun});
  const adapter = host.adapter ?? engine.createAdapter({sessionUrl: host.sessionUrl ?? '', begun, timers});
  const {renewal} = interactionLoader;
  const flow = engine.createFlow(
    {adapter, hostedFields: fields, timers, memory, renewal, origin: pageOrigin()},
    {host, adapter, locale, live},
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
