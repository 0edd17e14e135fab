/** What is kept of one state: lines of text, so that a difference can be read. */
export interface Measured {
  /** Position and size of every part, relative to the element, in whole pixels, with the part's own text. */
  readonly boxes: readonly string[];
  readonly colours: readonly string[];
}

/** Parts whose colours say what they mean. */
const coloured =
  /^(box|label|hint|input|error|problem|notice|save-button|outcome|single-use|step-up|busy|heading|card|mark|empty|plan|button|(default|remove|undo|again|portal)-button)/;

export function measure(element: HTMLElement): Measured {
  const trees = [element, ...element.querySelectorAll<HTMLElement>('*')]
    .filter(({shadowRoot}) => shadowRoot)
    .map((host) => ({host, parts: partsIn(host)}));
  const boxes = trees.flatMap(({host, parts}) => [
    `${host === element ? 'element' : tagOf(host)} ${boxOf(host, element)}`,
    ...parts.map((part) => lineOf(part, element)),
  ]);
  const coloursIn = trees.flatMap(({parts}) => parts.filter((part) => coloured.test(nameOf(part))));
  return {boxes, colours: coloursIn.map(coloursOf)};
}

function partsIn({shadowRoot}: Element): readonly HTMLElement[] {
  return [...shadowRoot!.querySelectorAll<HTMLElement>('[part]')].filter(isSeen);
}

/** A part that the page has placed, by its tag and the field it is for. */
function tagOf(host: Element): string {
  const name = host.getAttribute('name');
  return name ? `<${host.localName} ${name}>` : `<${host.localName}>`;
}

function isSeen(part: Element): boolean {
  return part.checkVisibility({visibilityProperty: true});
}

/** The part's particular name: `box-number` of `box box-number`, with `box-invalid` where it is. */
function nameOf({part}: Element): string {
  const names = [...part];
  const particular = names.filter((name) => name.includes('-'));
  return (particular.length > 0 ? particular : names).join('+');
}

function lineOf(part: HTMLElement, element: HTMLElement): string {
  const text = textOf(part);
  return `${nameOf(part)} ${boxOf(part, element)}${text && ` “${text}”`}`;
}

function boxOf(part: Element, element: Element): string {
  const from = element.getBoundingClientRect();
  const {left, top, width, height} = part.getBoundingClientRect();
  const [x, y, w, h] = [left - from.left, top - from.top, width, height].map((px) => Math.round(px) + 0);
  return `${x},${y} ${w}×${h}`;
}

/** The text that belongs to this part and to no part within it. */
function textOf(part: HTMLElement): string {
  if (part instanceof HTMLInputElement) return part.value || `[${part.placeholder}]`;
  if (part instanceof HTMLSelectElement) return part.selectedOptions[0]?.text ?? '';
  return textIn(part, part).replace(/\s+/g, ' ').trim();
}

/** What is drawn: where the page has put something into a slot, that, and not the element's own words. */
function textIn(node: Node, part: HTMLElement): string {
  if (node instanceof Text) return node.data;
  if (node !== part && node instanceof Element && node.hasAttribute('part')) return '';
  const given = node instanceof HTMLSlotElement ? node.assignedNodes() : [];
  if (given.length > 0) return given.map(({textContent}) => textContent ?? '').join(' ');
  return [...node.childNodes].map((child) => textIn(child, part)).join('');
}

const paint = new OffscreenCanvas(1, 1).getContext('2d', {willReadFrequently: true})!;
const known = new Map<string, string>();

/** A colour as red, green, blue and alpha, however the browser writes it. */
function hex(colour: string): string {
  let value = known.get(colour);
  if (value === undefined) {
    paint.clearRect(0, 0, 1, 1);
    paint.fillStyle = colour;
    paint.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = paint.getImageData(0, 0, 1, 1).data;
    const two = (byte = 0): string => byte.toString(16).padStart(2, '0');
    value = alpha === 0 ? 'none' : `#${two(red)}${two(green)}${two(blue)}${alpha === 255 ? '' : two(alpha)}`;
    known.set(colour, value);
  }
  return value;
}

function coloursOf(part: HTMLElement): string {
  const {color, backgroundColor, borderTopColor, borderTopWidth} = getComputedStyle(part);
  const border = borderTopWidth === '0px' ? '' : `, border ${hex(borderTopColor)}`;
  return `${nameOf(part)} ${hex(color)} on ${hex(backgroundColor)}${border}`;
}
