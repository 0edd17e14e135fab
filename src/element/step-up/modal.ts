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
