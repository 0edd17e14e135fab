import type {Flow, RawCardFields, RunMemory, Timers} from '../flow/index.js';
import type {FieldEvent, FieldSettings, FieldStyles, MicroformFields} from '../gateways/index.js';
import type {Entries} from './controllers/entries.js';
import type {Later} from './controllers/later.js';
import type {LocaleController} from './controllers/locale.js';
import type {PlacesController} from './controllers/places.js';
import type {SessionController} from './controllers/session.js';
import type {CardVaultHost} from './host.js';
import type {Engine} from './makers.js';
import type * as RoomModule from './step-up/room.js';
import {createStepUpWindow} from './step-up/window.js';

export interface WiringOptions {
  readonly host: CardVaultHost;
  readonly engine: Engine;
  readonly places: PlacesController;
  readonly entries: Entries;
  readonly locale: LocaleController;
  readonly session: SessionController;
  readonly room: Later<typeof RoomModule>;
  readonly timers: Timers;
  readonly memory: RunMemory;
  readonly readRaw: RawCardFields['read'];
  readonly onEvent: (event: FieldEvent) => void;
}

/** A flow of the element with what it drives. */
export interface Wired {
  readonly flow: Flow;
  readonly hosted: MicroformFields;
  /** Hands the frames what they are told, if it is not what they were told last. */
  sync(): void;
  /** The same, after the look of the element changed. */
  restyle(): void;
}

/** CSS that the hosted fields take (wire 2.2); geometry is the element's own business, around the frames. */
const shared = [
  'font-family',
  'font-size',
  'font-style',
  'font-weight',
  'font-variant-numeric',
  'line-height',
  'text-rendering',
] as const;

/** Builds the flow of one element on the engine: what was declared on the element meets what runs behind it. */
export function wireFlow(options: WiringOptions): Wired {
  const {host, engine, places, locale, session, room, timers, memory, onEvent} = options;
  let look: Look | undefined;
  let told = '';
  const settings = (): FieldSettings => fieldSettings((look ??= readLook(host)), options);
  const hosted = engine.createHostedFields({places: () => places.current, settings, onEvent});
  const offstage = (): HTMLElement => host.shadowRoot!.querySelector<HTMLElement>('.offstage')!;
  const flow = engine.createFlow({
    adapter: host.adapter ?? engine.createAdapter({sessionUrl: host.sessionUrl ?? ''}),
    hostedFields: hosted,
    ...(host.entryMode === 'raw' && {rawFields: {read: options.readRaw}}),
    deviceData: engine.createDeviceData({host: offstage}),
    stepUp: createStepUpWindow({host, engine, offstage, room, session, locale}),
    timers,
    memory,
    origin: location.origin,
    // A step-up that leaves the page comes back to this very page, where the run is taken up again.
    returnTo: () => (host.stepUp === 'redirect' ? location.pathname + location.search : undefined),
  });
  const sync = (): void => {
    const now = JSON.stringify(settings());
    if (told !== '' && told !== now) hosted.update();
    told = now;
  };
  return {
    flow,
    hosted,
    sync,
    restyle() {
      look = undefined;
      sync();
    },
  };
}

/** How the frames shall look. */
interface Look {
  readonly styles: FieldStyles;
  /** Colour behind the frames, where it lets nothing through. */
  readonly background?: string;
}

/** Reads the look from the probe, which is styled like the element's own inputs. */
function readLook(host: CardVaultHost): Look {
  const style = getComputedStyle(host.shadowRoot!.querySelector('.probe')!);
  const {color, backgroundColor, outlineColor} = style;
  const input = Object.fromEntries(shared.map((name) => [name, style.getPropertyValue(name)]));
  return {
    // The probe carries the placeholder's colour as its outline's, because the pseudo-element cannot be asked everywhere.
    styles: {
      input: {...input, color},
      '::placeholder': {color: outlineColor, opacity: '1'},
      ':disabled': {color: outlineColor, cursor: 'not-allowed'},
    },
    ...(!/rgba|\//.test(backgroundColor) && {background: backgroundColor}),
  };
}

/** What the hosted fields are told: looks, words, what is wrong, and whether they take input. */
function fieldSettings(look: Look, {host, entries, locale: {say, language}}: WiringOptions): FieldSettings {
  const four = entries.codeLength === 4;
  return {
    ...look,
    lang: language,
    number: {
      placeholder: say('numberPlaceholder'),
      label: say('number'),
      title: say('number'),
      invalid: entries.shown('number') !== undefined,
    },
    securityCode: {
      placeholder: say(four ? 'securityCodePlaceholder4' : 'securityCodePlaceholder'),
      label: say('securityCode'),
      title: say('securityCode'),
      invalid: entries.shown('security-code') !== undefined,
    },
    disabled: host.inactive,
  };
}
