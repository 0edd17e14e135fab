import {knownLanguage, type LanguageTag} from '../../texts/index.js';
import type {Library} from '../library.js';
import {earlyScript} from './early-script.js';
import {escape, tag} from './html.js';
import {isListed} from '../../addresses/at-once.js';
import {attributesOf, checkMarkup, type MarkupOptions} from './options.js';
import {countryOf, skeleton} from './skeleton.js';
import {pressStyles} from './styles.js';
import {textsIn, type MarkupTexts} from './texts.js';

export interface MarkupPlace {
  /** The session route of this server. */
  readonly sessionUrl: string;
  /** Address of the service that the page calls itself; missing where the shop relays. */
  readonly serviceUrl: string | undefined;
  /** The card field library, where this process knows it. */
  readonly library: Library | undefined;
}

/** The HTML of `<card-vault>` as it stands before its script: what is drawn at first paint, and what is loaded ahead. */
export function writeMarkup(options: MarkupOptions, place: MarkupPlace): string {
  checkMarkup(options);
  const attributes = attributesOf(options, place.sessionUrl);
  const {locale, lang, content = '', nonce} = options;
  // The element is in English where it has not the language, unless the page has words of its own.
  const known = knownLanguage(locale ?? lang);
  const language = known ?? (options.messages && (locale ?? lang)) ?? 'en';
  const texts: MarkupTexts = {...textsIn(known ?? 'en'), ...options.messages};
  const form = options.attributes?.['form'];
  const library = earlyLibrary(options, place);
  const modules = preloads(options, known ?? 'en');
  return [
    tag('card-vault', attributes),
    options.savedCard ? '' : skeleton(options, texts, language),
    options.required && !options.disabled ? hold(texts.waiting, form, nonce) : '',
    // Hidden where a page sets this HTML without a parser: only the skeleton, which is not made there, brings it out.
    options.savedCard ? '' : `<p slot="waiting" hidden>${escape(texts.waiting)}</p>`,
    content,
    '</card-vault>',
    // No script before the tag: a browser draws what stands before one, and reads on only then.
    nonce === undefined ? '' : earlyTag(nonce, attributes, library, modules),
    ...libraryScript(options, library),
    // Preloads are found before the page is parsed. Written last, they do not delay the form.
    ...connections(options, place),
    ...(nonce === undefined
      ? modules.map(([href, integrity]) => tag('link', {rel: 'modulepreload', href, integrity}))
      : []),
    ...scripts(options),
  ].join('');
}

/** Inputs of the script are in its attributes, so that its text stays the same. */
function earlyTag(
  nonce: string,
  {disabled, ...attributes}: ReturnType<typeof attributesOf>,
  library: Library | undefined,
  modules: readonly Module[],
): string {
  const known = library && {
    'data-library': library.url,
    'data-integrity': library.integrity,
    'data-frame': library.earlyFrame,
  };
  const session = disabled ? undefined : attributes['session-url'];
  const loaded = modules.length > 0 && JSON.stringify(modules);
  return `${tag('script', {nonce, 'data-session': session, ...known, 'data-modules': loaded})}${earlyScript}</script>`;
}

/** The library that the script may use; none where there is no form with hosted fields to begin with. */
function earlyLibrary(
  {nonce, earlyFields, savedCard, disabled, entryMode}: MarkupOptions,
  {library}: MarkupPlace,
): Library | undefined {
  return nonce === undefined || earlyFields === false || savedCard || disabled || entryMode === 'raw'
    ? undefined
    : library;
}

/** Named by the page itself, it asks no policy for Trusted Types. */
function libraryScript({nonce}: MarkupOptions, library: Library | undefined): string[] {
  if (!library) return [];
  const how = {async: true, fetchpriority: 'high', crossorigin: 'anonymous', referrerpolicy: 'no-referrer'};
  return [`${tag('script', {...how, nonce, integrity: library.integrity, src: library.url})}</script>`];
}

/** A control that is never filled: while it is there, the browser does not send the form. The element disables it. */
function hold(sentence: string, form: string | boolean | undefined, nonce: string | undefined): string {
  const input = tag('input', {slot: 'waiting', required: true, tabindex: '-1', form, 'aria-label': sentence});
  return `${tag('style', {nonce})}${pressStyles}</style>${input}`;
}

function connections({fieldsOrigin}: MarkupOptions, {serviceUrl}: MarkupPlace): string[] {
  const to = (address: string, crossorigin: boolean): string =>
    tag('link', {rel: 'preconnect', href: new URL(address).origin, crossorigin});
  return [
    ...(serviceUrl === undefined ? [] : [to(serviceUrl, true)]),
    // The fields' library is fetched without cookies, their frames with: two connections.
    ...(fieldsOrigin === undefined ? [] : [to(fieldsOrigin, true), to(fieldsOrigin, false)]),
  ];
}

/** Address and hash of a script. */
type Module = readonly [href: string, integrity: string];

/** The script's parts that bring the form to life, by the names of the build; what draws it is in the script itself. */
function preloads(options: MarkupOptions, language: LanguageTag): readonly Module[] {
  const {script, integrity = {}, billingFields = 'none', consent = 'none'} = options;
  if (script === undefined) return [];
  const more = billingFields === 'none' && consent === 'none' ? '' : `|billing${countryFile(options)}`;
  const words = language === 'en' ? '' : `|catalogue|${language}`;
  const first = new RegExp(`^card-vault/(engine|fields${words}${more})-[\\w-]{8}\\.js$`);
  const [path = ''] = script.split(/[?#]/);
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const parts = Object.keys(integrity).filter((file) => first.test(file));
  return parts.map((file) => [folder + file, integrity[file]!]);
}

/** The rules of the country that the form begins with. */
function countryFile(options: MarkupOptions): string {
  const country = countryOf(options);
  return country === '' ? '' : isListed(country) ? `|country-${country.toLowerCase()}` : '|others';
}

function scripts({script, integrity = {}, nonce}: MarkupOptions): string[] {
  if (script === undefined) return [];
  const attributes = {type: 'module', src: script, nonce, integrity: integrity['card-vault.js']};
  return [`${tag('script', attributes)}</script>`];
}
