import type {
  FieldName,
  MicroformEventName,
  MicroformField,
  MicroformLibrary,
} from '../gateways/microform-library.js';
import type {BegunFields, Heard} from '../gateways/microform-mounted.js';
import {connectAll} from './connect.js';
import {placeOf, remove, show} from './frames.js';
import {appearanceOf, type Words, wordsOf} from './appearance.js';
import {type EarlyPage, isOver, slots} from './page.js';
import {preload} from './preload.js';

/** The session route's answer, as far as this script reads it. */
export interface Answer {
  readonly capture_context: string;
  readonly entry_mode?: string;
  readonly features?: readonly string[];
}

/** Promises that the mount waits for. */
export interface Deferred {
  readonly library: Promise<unknown>;
  readonly blocked: Promise<void>;
}

interface ContextData {
  readonly clientLibrary: string;
  readonly clientLibraryIntegrity?: string;
  readonly targetOrigins: readonly string[];
  readonly merchant?: string;
  readonly earlyFrame?: string;
}

type Begun = Omit<BegunFields, 'fields' | 'places' | 'hear'> & {
  readonly fields: Record<string, MicroformField>;
  readonly places: Record<string, HTMLElement>;
  hear: (heard: Heard) => unknown;
};

const events: readonly MicroformEventName[] = [
  'focus',
  'blur',
  'change',
  'inputSubmitRequest',
  'autocomplete',
  'covered',
  'error',
];

/** Throws where it is no capture context; the element says so in words. */
function dataOf(jwt: string): ContextData {
  const claims = jwt.split('.')[1]!.replace(/-/g, '+').replace(/_/g, '/');
  return (JSON.parse(atob(claims)) as {ctx: [{data: ContextData}]}).ctx[0].data;
}

/**
 * Mounts both fields in the skeleton (decision 0092). Nothing where something does not fit: that is left to
 * the element, which has the words for it.
 */
export async function mount(
  page: EarlyPage,
  answer: Answer,
  deferred: Deferred,
): Promise<BegunFields | undefined> {
  const {tag, settings} = page;
  const {capture_context: jwt, entry_mode: mode = 'flex', features = []} = answer;
  const {clientLibrary: href, clientLibraryIntegrity, targetOrigins, merchant, earlyFrame} = dataOf(jwt);
  if (href !== settings.library || clientLibraryIntegrity !== settings.integrity) {
    const how = {rel: 'preload', as: 'script', crossOrigin: 'anonymous', referrerPolicy: 'no-referrer'};
    return preload(page, {...how, integrity: clientLibraryIntegrity || '', href});
  }
  if (mode !== 'flex' || !targetOrigins.includes(origin)) return undefined;
  const words = wordsOf(page);
  const pinned = tag.getAttribute('merchant');
  if (!words['number'] || (pinned && pinned !== merchant) || isOver(page)) return undefined;
  const appearance = () => appearanceOf(page, features);
  if (earlyFrame !== settings.frame) remove(page);
  else if (page.frames.length) await connectAll(page, {jwt, words, appearance});
  const Library = await deferred.library;
  if (typeof Library !== 'function' || isOver(page)) return undefined;
  if (page.frames.some(({isConnected, parentElement}) => !isConnected || !parentElement!.slot)) remove(page);
  const session = new (Library as MicroformLibrary)(jwt).microform('card', {styles: {}});
  const begun: Begun = {
    ...{jwt, session, fields: {}, places: {}, heard: []},
    hear: (heard) => heard.event === 'inputSubmitRequest' || begun.heard.push(heard),
  };
  const {hear} = begun;
  await bringUp(page, begun, words, deferred.blocked);
  page.isAdopted = true;
  page.end.signal.addEventListener('abort', () => begun.hear === hear && remove(page));
  if (!page.isShown) showAppearance(page, begun, appearance);
  return begun as BegunFields;
}

/** Resolves once the library has both fields live; fails where one reports an error, or the policy forbids it. */
const bringUp = (
  page: EarlyPage,
  begun: Begun,
  words: Readonly<Record<string, Words>>,
  blocked: Promise<void>,
): Promise<void> =>
  new Promise((live, fail) => {
    const names = new Set(slots.keys());
    page.end.signal.addEventListener('abort', fail);
    void blocked.then(fail);
    for (const [name, slot] of slots) {
      const {box, options} = words[slot]!;
      const field = begun.session.createField(name, options);
      field.on('load', () => {
        names.delete(name);
        if (!names.size) live();
      });
      field.on('error', fail);
      hearAll(page, {begun, field, name, box});
      begun.fields[name] = field;
      begun.places[name] = placeOf(page, slot);
    }
    page.connect = undefined;
    for (const name of slots.keys()) begun.fields[name]!.load(begun.places[name]!);
    page.frames = Object.values(begun.places).flatMap(
      (place) => [].slice.call(place.querySelectorAll('iframe')) as HTMLIFrameElement[],
    );
  });

interface Hearing {
  readonly begun: Begun;
  readonly field: MicroformField;
  readonly name: FieldName;
  readonly box: HTMLElement;
}

function hearAll({tag}: EarlyPage, {begun, field, name, box}: Hearing): void {
  for (const event of events)
    // A library that does not know an event may refuse it.
    try {
      field.on(event, (data) => {
        const change = data as {readonly empty?: boolean} | undefined;
        if (event === 'change' && change && change.empty === false && tag.begunSession)
          tag.begunSession.typed = true;
        if (event === 'focus' || event === 'blur') box.toggleAttribute('data-focused', event === 'focus');
        begun.hear({event, field: name, data});
      });
    } catch {}
}

function showAppearance(page: EarlyPage, {fields}: Begun, appearance: () => object): void {
  show(page);
  try {
    const seen = appearance();
    for (const name of slots.keys()) fields[name]!.update(seen);
  } catch {}
}
