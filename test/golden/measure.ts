/** What is kept of one state: lines of text, so that a difference can be read. */
export interface Measured {
  /** Position and size of every part, relative to the element, in whole pixels, with the part's own text. */
  readonly boxes: readonly string[];
  readonly colours: readonly string[];
}

/** Parts whose colours say what they mean. */
const coloured = /^(box|label|input|error|problem|notice|save-button|outcome|single-use|step-up|busy)/;

export function measure(element: HTMLElement): Measured {
  const parts = [...element.shadowRoot!.querySelectorAll<HTMLElement>('[part]')].filter(isSeen);
  return {
    boxes: [`element ${boxOf(element, element)}`, ...parts.map((part) => lineOf(part, element))],
    colours: parts.filter((part) => coloured.test(nameOf(part))).map(coloursOf),
  };
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
  const texts: string[] = [];
  const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const {parentElement, textContent} = walker.currentNode;
    if (parentElement?.closest('[part]') === part) texts.push(textContent ?? '');
  }
  return texts.join('').replace(/\s+/g, ' ').trim();
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
