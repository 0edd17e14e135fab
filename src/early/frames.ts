import {freshId} from './fresh-id.js';
import {make} from './document.js';
import {type EarlyFrame, type EarlyPage, isOver, slots} from './page.js';

/** Rules that no style sheet of the page overrides. */
const fixed =
  'border:0;display:block;width:100%;height:100%;min-width:0;min-height:0;max-width:none;max-height:none;margin:0;padding:0;float:none;transform:none;';

const formOf = ({tag}: EarlyPage) => tag.shadowRoot?.querySelector('div.form');

/** Shows the fields: they can be typed into. */
export function show(page: EarlyPage): void {
  if (isOver(page)) return;
  page.isShown = true;
  for (const {parentElement, style} of page.frames) {
    parentElement!.dataset['live'] = '';
    style.opacity = '1';
  }
  performance.mark?.('card-vault-live');
  const form = formOf(page);
  form?.removeAttribute('aria-hidden');
  form?.setAttribute('data-live', '');
}

export function remove(page: EarlyPage): void {
  for (const frame of page.frames) {
    delete frame.parentElement?.dataset['live'];
    frame.remove();
  }
  const form = formOf(page);
  if (!page.isShown || !form) return;
  page.isShown = false;
  form.removeAttribute('data-live');
  form.setAttribute('aria-hidden', 'true');
}

export function placeOf({tag}: EarlyPage, slot: string): HTMLElement {
  const place = make('div');
  place.slot = slot;
  place.hidden = true;
  return tag.querySelector<HTMLElement>(`[slot=${slot}]`) || tag.appendChild(place);
}

/** Loads the fields' documents while the session is asked for (decision 0096). */
export function loadFrames(page: EarlyPage, address: string): void {
  const {tag, frames} = page;
  const allowed = new URL(address).searchParams.getAll('origin');
  const placed = '[slot=number],[slot=security-code],card-vault-field';
  if (!allowed.includes(origin) || !tag.shadowRoot || tag.querySelector(placed)) return;
  const microform = freshId();
  for (const [name, slot] of slots) {
    const label = tag.shadowRoot.querySelector<HTMLElement>(`slot[name=${slot}]`)!.dataset['label']!;
    const frame = frameOf(label, microform);
    frame.onload = () => {
      frame.dataset['loaded'] = '';
      page.connect?.(frame);
    };
    frame.src = address + '#' + name;
    placeOf(page, slot).append(frame);
    frames.push(frame);
  }
}

function frameOf(title: string, microform: string): EarlyFrame {
  const frame = make('iframe');
  frame.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-forms');
  frame.referrerPolicy = 'no-referrer';
  frame.allow = '';
  frame.loading = 'eager';
  frame.setAttribute('frameborder', '0');
  frame.setAttribute('scrolling', 'no');
  frame.title = title;
  frame.dataset['microform'] = microform;
  frame.style.cssText = fixed.replaceAll(';', '!important;') + 'background:transparent;opacity:0';
  return frame;
}
