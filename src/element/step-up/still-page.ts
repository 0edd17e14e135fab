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
