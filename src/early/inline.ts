/*
 * The script behind the tag (decision 0053). `npm run docs` writes it, compiled, as the text that
 * `vault.markup()` sends. Nothing of the page is written into it, so that it has one hash.
 */
import {own} from './document.js';
import {holdForm} from './hold.js';
import type {EarlyPage, Tag} from './page.js';
import {preloadModules} from './preload.js';
import {repeatPress} from './press.js';
import {beginSession} from './session-request.js';

/** False where the page came back from a redirect: a run may be taken up. */
function isNew(): boolean {
  try {
    const memory = 'card-vault:' + location.pathname + ':';
    return !Object.keys(sessionStorage).some((key) => key.startsWith(memory));
  } catch {
    return true;
  }
}

/** In a page that has little before the tag the form is near; in a longer one the layout is asked. */
const isNear = (tag: Tag): boolean =>
  own('getElementsByTagName').call(document, '*').length <= 120 ||
  tag.getBoundingClientRect().top < innerHeight + 200;

/** A page that the browser only prepares begins nothing: it may never be opened. */
const isPrepared = () => own('prerendering' as keyof Document);

function start(script: HTMLScriptElement, tag: Tag): void {
  const {dataset, nonce} = script;
  const page: EarlyPage = {
    ...{tag, settings: {...dataset}, nonce, end: new AbortController(), watch: new AbortController()},
  };
  const {session} = page.settings;
  const isTaken = customElements.get(tag.localName) || tag.closest('[disabled]');
  if (session && !isTaken && !isPrepared() && isNew() && isNear(tag)) beginSession(page, session);
  else preloadModules(page);
  holdForm(page);
  rememberPress(tag);
}

function rememberPress(tag: Tag): void {
  let pressed: EventTarget | undefined;
  const note = (event: Event): void => void (pressed = event.composedPath()[0]);
  tag.addEventListener('mousedown', note);
  void customElements
    .whenDefined(tag.localName)
    .then(() => tag.updateComplete)
    .then(() => {
      tag.removeEventListener('mousedown', note);
      repeatPress(tag.shadowRoot!, pressed);
    });
}

const script = own('currentScript') as HTMLScriptElement | null;
const tag = script?.previousElementSibling as Tag | null | undefined;
if (script && tag?.localName === 'card-vault') start(script, tag);
