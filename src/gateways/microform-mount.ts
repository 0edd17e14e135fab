import type {CaptureContext} from '../protocol/index.js';
import {Failure} from './failure.js';
import type {LibraryContext} from './library-script.js';
import {listed} from './listed.js';
import type {FieldName, FieldOptions, MicroformLibrary} from './microform-library.js';
import type {BegunFields, Heard, Mounted} from './microform-mounted.js';
import type {FieldSettings} from './microform-settings.js';
import {onPolicyViolation} from './policy-violation.js';
import {scoped} from './scoped.js';

export interface MountRequest {
  readonly document: Document;
  readonly context: LibraryContext & Pick<CaptureContext, 'jwt' | 'earlyFrame'>;
  /** Loads the library that the context names. */
  readonly load: (page: Document, context: LibraryContext, signal: AbortSignal) => Promise<MicroformLibrary>;
  /**
   * Where the fields that are asked for are hosted: light-DOM children of the element with a height (decision
   * 0001, wire 2.5).
   */
  readonly places: () => Readonly<Partial<Record<FieldName, HTMLElement>>>;
  /** Asked again once the fields are live; they are sent what has changed. */
  readonly settings: (isLive?: boolean) => FieldSettings;
  /** Called when all of them are live. */
  readonly show?: (begun: BegunFields) => void;
  /** Hears each report until an engine adopts the fields; without it all reports are kept for the engine. */
  readonly keeps?: (heard: Heard) => boolean;
}

/** As the library gives them to frames of its own. */
const frameAttributes = {
  sandbox: 'allow-scripts allow-same-origin allow-forms',
  referrerpolicy: 'no-referrer',
  allow: '',
  loading: 'eager',
  frameborder: '0',
  scrolling: 'no',
};

/** `covered` is not part of the published interface: a library without it throws. */
const heardEvents = [
  'focus',
  'blur',
  'change',
  'inputSubmitRequest',
  'autocomplete',
  'covered',
  'error',
] as const;

/**
 * Brings hosted fields up by the library that the capture context names (wire 2), and marks the page's
 * timeline when they are live. What they say is kept until the gateway takes them over.
 * @throws Failure, what the library throws or reports, or the reason of the signal; nothing is left in the
 *   places then.
 */
export async function mountFields(request: MountRequest, signal: AbortSignal): Promise<BegunFields> {
  const {document, context} = request;
  let begun: BegunFields | undefined;
  const undo = (): void => takeDown(begun ?? {fields: {}, places: request.places()});
  try {
    await scoped<void>(signal, (done, fail, scope) => {
      const library = request.load(document, context, signal);
      const {origin} = new URL(context.clientLibrary);
      const blocked = (directive: string): void =>
        fail(new Failure('fields-blocked', 'frame-policy', origin, directive));
      onPolicyViolation(document, origin, ['frame-src'], blocked, scope);
      // At once: the places may be used again before the promise is rejected.
      signal.addEventListener('abort', undo, {signal: scope});
      const isOver = (): boolean => signal.aborted || scope.aborted;
      // In a microtask, for the same reason as in `library-script.ts`.
      void Promise.resolve().then(() => isOver() || openEarly(request));
      library
        .then((loaded) => {
          if (isOver()) return undefined;
          const wanted = request.settings();
          const made = (begun = createFields(loaded, request, wanted));
          const live = (): void => {
            (request.show ?? markLive)(made);
            done();
          };
          hear(made, wanted, live, fail);
          return made;
        })
        // A later step, so that no long function is running when the frames are asked for.
        .then((made) => {
          for (const name of made && !isOver() ? namesOf(made.fields) : [])
            made!.fields[name].load(made!.places[name]);
        })
        .catch(fail);
    });
    updateFields(begun!, request.settings(true));
  } catch (error) {
    // A mount that was aborted is undone already, and another one may have the places.
    if (!signal.aborted) undo();
    throw error;
  }
  return begun!;
}

/** Notes in the page's timeline that both fields can be typed into. */
export function markLive(): void {
  performance.mark?.('card-vault-live');
}

/** Loads the fields' documents while the library is on its way, which takes them over (decision 0053). */
export function openEarly({
  context: {earlyFrame},
  places,
  settings,
}: Pick<MountRequest, 'places' | 'settings'> & {
  readonly context: Pick<CaptureContext, 'earlyFrame'>;
}): void {
  if (earlyFrame === undefined) return;
  const rooms = places();
  const words = settings();
  for (const name of namesOf(rooms)) {
    const place = rooms[name]!;
    const frame = place.ownerDocument.createElement('iframe');
    for (const [attribute, value] of Object.entries(frameAttributes)) frame.setAttribute(attribute, value);
    frame.style.cssText = 'background:transparent;opacity:0;';
    pin(frame);
    // Said to the library, which cannot ask a frame of another origin.
    frame.onload = () => (frame.dataset['loaded'] = '');
    frame.src = `${earlyFrame}#${name}`;
    nameFrame(frame, words[name].label);
    place.append(frame);
  }
}

function createFields(
  library: MicroformLibrary,
  {context, places, keeps}: MountRequest,
  wanted: FieldSettings,
): BegunFields {
  const {jwt} = context;
  const session = new library(jwt).microform('card', {styles: wanted.styles});
  const rooms = places() as Mounted['places'];
  const fields = Object.fromEntries(
    namesOf(rooms).map((name) => [name, session.createField(name, fieldOptions(wanted, name))]),
  ) as Mounted['fields'];
  const heard: BegunFields['heard'] = [];
  const sent = JSON.stringify(wanted);
  const hear = (one: Heard): void => void (keeps?.(one) !== false && heard.push(one));
  return {jwt, session, fields, places: rooms, sent, heard, hear};
}

/** Hears the fields, and calls `live` once all of them are. */
function hear(
  begun: BegunFields,
  wanted: FieldSettings,
  live: () => void,
  fail: (error: unknown) => void,
): void {
  const {fields} = begun;
  const names = namesOf(fields);
  const waiting = new Set<FieldName>(names);
  for (const name of names) {
    for (const event of heardEvents)
      quietly(() =>
        fields[name].on(event, (data) => {
          if (event === 'error' && waiting.size > 0) fail(data);
          else begun.hear({event, field: name, data});
        }),
      );
    fields[name].on('load', () => {
      settle(begun.places[name]);
      nameFrames(begun.places[name], wanted[name].label);
      // A frame may load again.
      if (waiting.delete(name) && waiting.size === 0) live();
    });
  }
}

export function namesOf(fields: Readonly<Partial<Record<FieldName, unknown>>>): readonly FieldName[] {
  return Object.keys(fields) as FieldName[];
}

/** The options of one field, as the library takes them. */
export function fieldOptions(
  {number, securityCode, ...shared}: FieldSettings,
  name: FieldName,
): FieldOptions {
  // Passed only where they are set: other libraries may reject our extra options.
  const {label, invalid, ...words} = name === 'number' ? number : securityCode;
  return {
    ...shared,
    ...words,
    title: label,
    'aria-label': label,
    'aria-required': true,
    ...(invalid !== undefined && {'aria-invalid': invalid}),
  };
}

/**
 * Rules that no style sheet of the page overrides, so that none moves our frames, whichever library has made
 * them.
 */
const pinned =
  'display:block;position:static;float:none;box-sizing:border-box;width:100%;height:100%;min-width:0;min-height:0;max-width:none;' +
  'max-height:none;margin:0;padding:0;border:0;transform:none;animation:none;visibility:inherit;pointer-events:inherit;';

function pin({style}: HTMLIFrameElement): void {
  style.cssText += pinned.replaceAll(';', '!important;');
}

/**
 * One frame is alive in a place, the last that has an address: a consent manager may have held one back, beside
 * which the library has made another.
 */
function settle(place: HTMLElement): void {
  const frames = listed(place.querySelectorAll('iframe'));
  const alive = frames.filter(({src}) => /^http/.test(src)).at(-1);
  for (const frame of frames)
    if (!alive || frame === alive) pin(frame);
    else frame.remove();
}

/**
 * The library names its frames "secure payment field". A list of frames should say which field each holds; a
 * reader that enters one says the input's name, and not the frame's before it.
 */
function nameFrames(place: HTMLElement, title: string): void {
  for (const frame of listed(place.querySelectorAll('iframe'))) nameFrame(frame, title);
}

/** Sets only what differs: to a browser, and to readers, setting the same name again is a change. */
function nameFrame(frame: HTMLIFrameElement, title: string): void {
  if (frame.title !== title) frame.title = title;
  if (frame.role !== 'presentation') frame.role = 'presentation';
}

/** Fields that the page has brought up stand like those of the element. */
export function takeOver({places}: Pick<Mounted, 'places'>): void {
  Object.values(places).forEach(settle);
}

/** Sends the fields their settings, if these have changed. */
export function updateFields(mounted: Omit<Mounted, 'end'>, settings: FieldSettings): void {
  const wanted = JSON.stringify(settings);
  if (wanted === mounted.sent) return;
  mounted.sent = wanted;
  for (const name of namesOf(mounted.fields)) {
    mounted.fields[name].update(fieldOptions(settings, name));
    nameFrames(mounted.places[name], settings[name].label);
  }
}

type Taken = Readonly<{[part in 'fields' | 'places']: Readonly<Partial<Mounted[part]>>}>;

/** Removes fields, whether they are live or not, with everything that they put into their places. */
export function takeDown({fields, places}: Taken): void {
  for (const name of namesOf(places)) {
    quietly(() => fields[name]?.dispose());
    // The library may leave its frame behind, for one when the field never came up.
    const place = places[name]!;
    for (const frame of listed(place.querySelectorAll('iframe'))) frame.remove();
    delete place.dataset['live'];
    place.className = place.className.replace(/flex-microform\S*/g, '');
  }
}

/**
 * The library throws at an event it does not have, and when it takes down what never came up: nothing to
 * mend.
 */
function quietly(action: () => void): void {
  try {
    action();
  } catch {
    return;
  }
}
