/** How a frame is made; everything else about it is fixed here (guarantees 2.5). */
export interface FrameOptions {
  /** Accessible name. */
  readonly title: string;
  /** Address to load; without it the frame stays the fresh `about:blank` that a form is posted into. */
  readonly src?: string;
  /** Name that a form can target. */
  readonly name?: string;
  /**
   * Sandbox flags; without it the frame has no sandbox. A shell frame has none: it is the shop's own page,
   * which no sandbox can hold that lets it run (browsers warn of it), and it sandboxes what it frames.
   */
  readonly sandbox?: string;
  /** Permissions policy of the frame; nothing by default. */
  readonly allow?: string;
  /** Taken out of sight and out of reach of keyboard and screen reader; 10 × 10 pixels (wire 3). */
  readonly hidden?: boolean;
}

/** Makes a frame that is not in the document yet. */
export function makeFrame(document: Document, options: FrameOptions): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  frame.title = options.title;
  // Collectors and banks may look at who sends them a form; they learn the origin, never the address of the
  // page.
  frame.referrerPolicy = 'strict-origin';
  frame.loading = 'eager';
  frame.allow = options.allow ?? '';
  frame.setAttribute('frameborder', '0');
  if (options.sandbox !== undefined) frame.setAttribute('sandbox', options.sandbox);
  if (options.name !== undefined) frame.name = options.name;
  const side = options.hidden ? '10' : '100%';
  frame.width = side;
  frame.height = side;
  if (options.hidden) {
    frame.dataset.cardVault = 'hidden';
    frame.tabIndex = -1;
    frame.setAttribute('aria-hidden', 'true');
  }
  if (options.src !== undefined) frame.src = options.src;
  return frame;
}

/** A frame name that no page can have taken or can foresee. */
export function freshName(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return `card-vault-${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

const sheets = new WeakMap<Document, CSSStyleSheet>();

/**
 * Puts a hidden frame into `parent` and takes it out again when `signal` aborts. It is hidden by a
 * constructed sheet, not by an inline style, so that the strictest style policy stands.
 */
export function placeHidden(frame: HTMLIFrameElement, parent: ParentNode, signal: AbortSignal): void {
  const root = parent.getRootNode() as Document | ShadowRoot;
  const sheet = hidingSheet(frame.ownerDocument);
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
  const remove = (): void => {
    frame.remove();
    const left = [...root.adoptedStyleSheets];
    const at = left.lastIndexOf(sheet);
    if (at >= 0) left.splice(at, 1);
    root.adoptedStyleSheets = left;
  };
  signal.addEventListener('abort', remove, {once: true});
  parent.append(frame);
}

function hidingSheet(document: Document): CSSStyleSheet {
  const made = sheets.get(document);
  if (made !== undefined) return made;
  const view = document.defaultView ?? window;
  const sheet = new view.CSSStyleSheet();
  // Within the viewport: browsers slow down what is outside, and the collector has ten seconds.
  sheet.replaceSync(
    'iframe[data-card-vault="hidden"]{position:fixed!important;inset:auto 0 0 auto!important;inline-size:10px!important;' +
      'block-size:10px!important;border:0!important;opacity:0!important;pointer-events:none!important}',
  );
  sheets.set(document, sheet);
  return sheet;
}
