import {nothing, render} from 'lit';
import type {StepUpDialog, StepUpDialogRequest} from '../../gateways/index.js';
import {chooseChallengeWindow} from '../../gateways/challenge-window.js';
import type {CardSummary, ChallengeWindow} from '../../protocol/index.js';
import type {Say} from '../shopper/locale.js';
import {later} from '../../texts/en/later.js';
import type {ChallengeWindowSetting} from '../options.js';
import {dialogView, type DialogView} from './dialog-view.js';

/** English and styles of this part; given to the element when the part arrives. */
export {later as messages};
export {dialogStyles as styles} from './styles.js';

/** Facts about the element that opens the dialog. */
export interface DialogContext {
  /** A node of the element's shadow tree that nothing else renders into. */
  readonly place: HTMLElement;
  readonly root: ShadowRoot;
  readonly inline: boolean;
  readonly setting: ChallengeWindowSetting;
  readonly shop: string;
  readonly card: CardSummary | undefined;
  readonly say: Say;
}

/** Lengths of the dialog beside the bank's frame. */
const chrome = {width: 48, height: 172};
/** Below this the dialog is the screen. */
const phone = 480;

/**
 * Opens the dialog for the bank's page: a native dialog in the top layer, or a place in the page. The dialog
 * closes itself when the request's signal aborts, and gives the focus back to where it was.
 */
export function openDialog(
  context: DialogContext,
  request: StepUpDialogRequest,
): StepUpDialog & {loaded(): void} {
  const {place, root} = context;
  const {signal, time} = request;
  const before = document.activeElement;
  let size = fit(context, request.windowSize);
  let close: () => void = () => undefined;
  const closed = new Promise<void>((resolve) => (close = resolve));
  let isAway = (): boolean => false;
  const onClose = (): void => {
    if (!isAway() && !dialog.matches('[open]')) close();
  };
  let view: DialogView = {...context, loaded: false, time: undefined, onClose, onMore: undefined};
  const draw = (changed: Partial<DialogView>): void => {
    view = {...view, ...changed};
    render(signal.aborted ? nothing : dialogView(view), place);
  };
  draw({});
  const dialog = place.querySelector<HTMLElement>('.dialog')!;
  const container = place.querySelector<HTMLElement>('.bank')!;
  const refit = (): void => {
    size = fit(context, request.windowSize);
    dialog.dataset['size'] = size;
  };
  const focusTitle = (): void =>
    dialog.querySelector<HTMLElement>('.dialog-title')?.focus({preventScroll: true});
  refit();
  addEventListener('resize', refit, {signal});
  if (dialog instanceof HTMLDialogElement)
    isAway = showWhileSeen(dialog, place.parentElement!, signal, focusTitle);
  else {
    dialog.scrollIntoView({block: 'nearest'});
    focusTitle();
  }
  const {extend} = time ?? {};
  const onMore =
    extend &&
    ((): void => {
      extend();
      focusTitle();
      draw({time: 'stepUpMoreTime', onMore: undefined});
    });
  time?.onEnding(() => {
    draw({time: 'stepUpEnding', onMore});
    // The foot lies on what was at the lower edge of a low window, such as the bank's input for the code.
    dialog.scrollTop += dialog.querySelector<HTMLElement>('.dialog-foot')!.offsetHeight;
  });
  signal.addEventListener(
    'abort',
    () => {
      if (dialog instanceof HTMLDialogElement) dialog.close();
      else if (before instanceof HTMLElement && dialog.contains(root.activeElement)) before.focus();
      draw({});
    },
    {once: true},
  );
  // A frame says so of its own page alone, and the bank's is one further in.
  const loaded = (): void => void (draw({loaded: true}), container.dispatchEvent(new Event('load')));
  return {container, closed, size, loaded};
}

/** The EMV size for the space there is now. On a phone the bank has the whole screen. */
function fit(
  {setting, inline, place}: DialogContext,
  requested: ChallengeWindow | undefined,
): ChallengeWindow {
  const host = place.getBoundingClientRect();
  const width = inline ? host.width : innerWidth - chrome.width;
  const height = inline ? Infinity : innerHeight - chrome.height;
  if (setting === 'auto' && !inline && innerWidth <= phone) return '05';
  return chooseChallengeWindow({
    preferred: setting,
    availableWidth: width,
    availableHeight: height,
    requested,
  });
}

/**
 * Shows a modal dialog while `seen` has a box. Hidden with it, the dialog would block the page, and the
 * shopper could not close it. A page may hide a part of itself for a frame or for good, and does not say
 * which: so the dialog lets go of the page, and is there again, with what is loaded in it, once the part is
 * seen.
 * @param focus where the keyboard is when the dialog is shown.
 * @returns true while the dialog is only out of sight, not closed.
 */
export function showWhileSeen(
  dialog: HTMLDialogElement,
  seen: Element,
  signal: AbortSignal,
  focus: () => void,
): () => boolean {
  const {ownerDocument: page} = dialog;
  const root = dialog.getRootNode() as ShadowRoot;
  let shown: AbortController | undefined;
  let focused: Element | null = null;
  const follow = (): void => {
    const isSeen = seen.getClientRects().length > 0;
    if (isSeen === (shown !== undefined)) return;
    if (!isSeen) {
      focused = root.activeElement;
      shown?.abort();
      shown = undefined;
      return dialog.close();
    }
    shown = new AbortController();
    dialog.showModal();
    holdStill(page, AbortSignal.any([signal, shown.signal]));
    if (dialog.contains(focused)) (focused as HTMLElement).focus({preventScroll: true});
    else focus();
  };
  follow();
  const watch = new ResizeObserver(follow);
  watch.observe(seen);
  signal.addEventListener('abort', () => watch.disconnect());
  return () => shown === undefined;
}

/**
 * Keeps the page behind a modal dialog from scrolling until `signal` aborts. The page's own scrollbar keeps
 * its room, so that nothing moves sideways.
 */
export function holdStill(page: Document, signal: AbortSignal): void {
  const hasScrollbar = innerWidth > page.documentElement.clientWidth;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    `:root{overflow:hidden!important${hasScrollbar ? ';scrollbar-gutter:stable!important' : ''}}`,
  );
  page.adoptedStyleSheets = [...page.adoptedStyleSheets, sheet];
  const release = (): void => {
    page.adoptedStyleSheets = page.adoptedStyleSheets.filter((one) => one !== sheet);
  };
  signal.addEventListener('abort', release, {once: true});
}
