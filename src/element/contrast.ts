import {contrast, over, type Colour} from '../protocol/contrast.js';

/** A colour of the form beside the one behind it. */
export interface Contrast {
  readonly what: string;
  /** As WCAG 2.2 counts it, from 1 to 21. */
  readonly ratio: number;
  /** The least ratio: 4.5 for text (1.4.3), 3 for borders (1.4.11). */
  readonly least: number;
}

/** Texts and borders of the form, by what draws them; `behind` is the element whose ground they stand on. */
const pairs: readonly {
  readonly what: string;
  readonly selector: string;
  readonly property: 'color' | 'outlineColor' | 'borderTopColor';
  readonly behind: 'itself' | 'page';
  readonly least: number;
}[] = [
  {what: 'text in fields', selector: '.probe', property: 'color', behind: 'itself', least: 4.5},
  {what: 'placeholders', selector: '.probe', property: 'outlineColor', behind: 'itself', least: 4.5},
  {what: 'labels', selector: '.label', property: 'color', behind: 'page', least: 4.5},
  {what: 'errors', selector: '.error', property: 'color', behind: 'page', least: 4.5},
  {what: 'the notice', selector: '.notice', property: 'color', behind: 'page', least: 4.5},
  {what: 'the save button', selector: '.save', property: 'color', behind: 'itself', least: 4.5},
  {
    what: 'borders of fields',
    selector: '.box:not([data-invalid])',
    property: 'borderTopColor',
    behind: 'page',
    least: 3,
  },
];

/** The colours that are too near to the ones behind them. */
export const lowContrasts = (root: ShadowRoot): readonly Contrast[] =>
  contrasts(root).filter(({ratio, least}) => ratio < least);

/** Measures the form as it is drawn now. It says nothing of what stands on a picture or a gradient. */
export function contrasts(root: ShadowRoot): readonly Contrast[] {
  const read = colourReader();
  if (!read) return [];
  const page = groundOf(root.host, read);
  return pairs.flatMap(({what, selector, property, behind, least}) => {
    const element = root.querySelector(selector);
    if (!element || !page) return [];
    const style = getComputedStyle(element);
    const own = behind === 'itself' ? over(read(style.backgroundColor), page) : page;
    return [{what, ratio: contrast(over(read(style[property]), own), own), least}];
  });
}

/**
 * Reads every form of colour that the browser computes, by painting it. Nothing in a page that is no browser (jsdom,
 * happy-dom), or in one that refuses to paint.
 */
export function colourReader(): ((text: string) => Colour) | undefined {
  if (typeof OffscreenCanvas === 'undefined') return undefined;
  const context = new OffscreenCanvas(1, 1).getContext('2d', {willReadFrequently: true});
  if (!context) return undefined;
  return (text) => {
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = text;
    context.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data;
    return [red, green, blue, alpha / 255];
  };
}

/** The ground behind the element, with everything around it; nothing where a picture is among that. */
function groundOf(element: Element, read: (text: string) => Colour): Colour | undefined {
  const layers: Colour[] = [];
  for (let at: Element | null = element; at; at = parentOf(at)) {
    const {backgroundColor, backgroundImage} = getComputedStyle(at);
    if (backgroundImage !== 'none') return undefined;
    const colour = read(backgroundColor);
    layers.push(colour);
    if (colour[3] === 1) break;
  }
  const {colorScheme} = getComputedStyle(document.documentElement);
  const isDark =
    /dark/.test(colorScheme) &&
    (!/light/.test(colorScheme) || matchMedia('(prefers-color-scheme: dark)').matches);
  return layers.reduceRight<Colour>(
    (below, layer) => over(layer, below),
    isDark ? [18, 18, 18, 1] : [255, 255, 255, 1],
  );
}

const parentOf = (element: Element): Element | null =>
  element.assignedSlot ??
  element.parentElement ??
  (element.getRootNode() as Partial<ShadowRoot>).host ??
  null;
