import {contrast, over, type Colour} from '../../../../../src/protocol/contrast.js';
import type {Branding} from '../../../domain/merchants/branding.js';

/** The colours of the page in one scheme that do not change with the shop. */
interface Scheme {
  readonly ground: string;
  readonly sheet: string;
  readonly accent: string;
}

const schemes: readonly Scheme[] = [
  {ground: '#f4f6f8', sheet: '#ffffff', accent: '#0b5c6b'},
  {ground: '#101418', sheet: '#171c22', accent: '#6fd0df'},
];
const inks = ['#1b2430', '#e8ecf1'].map(read) as [Colour, Colour];
/** The colours of words where neither ink can be read. */
const extremes = ['#000000', '#ffffff'].map(read) as [Colour, Colour];

/** Least contrast of words (WCAG 2.2, 1.4.3). */
const least = 4.5;

function read(text: string): Colour {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => parseInt(text.slice(at, at + 2), 16));
  return [red, green, blue, 1];
}

const write = (colour: Colour): string =>
  `#${colour
    .slice(0, 3)
    .map((channel) => Math.round(channel).toString(16).padStart(2, '0'))
    .join('')}`;

/** Rounded as it will be written, which may take the last hundredth of a contrast. */
const mix = ([red, green, blue]: Colour, share: number, below: Colour): Colour =>
  read(write(over([red, green, blue, share], below)));
const weakest = (colour: Colour, grounds: readonly Colour[]): number =>
  Math.min(...grounds.map((ground) => contrast(colour, ground)));
const better = ([one, other]: readonly [Colour, Colour], ground: Colour): Colour =>
  contrast(one, ground) >= contrast(other, ground) ? one : other;

/** The colour, made darker or lighter until it can be read on all grounds. */
function readable(colour: Colour, grounds: readonly Colour[]): Colour {
  const goal = better(extremes, grounds[0]!);
  for (let step = 0; step < 20; step++) {
    const nearer = mix(goal, step / 20, colour);
    if (weakest(nearer, grounds) >= least) return nearer;
  }
  return goal;
}

/** The ink of a ground, and a quieter one. */
function inksOn(ground: Colour): readonly [Colour, Colour] {
  const usual = better(inks, ground);
  const ink = contrast(usual, ground) >= 7 ? usual : better(extremes, ground);
  return [ink, readable(mix(ink, 0.72, ground), [ground])];
}

function coloursOf({ground, sheet, accent}: Scheme, branding: Branding): Readonly<Record<string, Colour>> {
  const picked = read(branding.background ?? ground);
  // A light ground would glare in the dark, so that it only tints the ground there.
  const isGlaring = contrast(picked, extremes[0]) > 5 && contrast(read(ground), extremes[0]) < 5;
  const below = isGlaring ? mix(picked, 0.06, read(ground)) : picked;
  const [onGround, quiet] = inksOn(below);
  const own = read(branding.accent ?? accent);
  const soft = mix(own, 0.08, read(sheet));
  const shown = readable(own, [read(sheet), soft]);
  return {
    ground: below,
    'on-ground': onGround,
    'on-ground-quiet': quiet,
    'on-ground-line': mix(onGround, 0.16, below),
    'on-ground-link': readable(own, [below]),
    accent: shown,
    'on-accent': better(extremes, shown),
    soft,
  };
}

/** The shop's colours over those of `style.ts`; empty where it has none of its own. */
export function brandStyle(branding: Branding): string {
  if (branding.accent === null && branding.background === null) return '';
  const [light, dark] = schemes.map((scheme) => coloursOf(scheme, branding));
  const lines = Object.entries(light!).map(
    ([name, colour]) => `--${name}:light-dark(${write(colour)},${write(dark![name]!)})`,
  );
  return `:root{${lines.join(';')}}`;
}
