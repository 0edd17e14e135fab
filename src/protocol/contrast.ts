/** Red, green and blue from 0 to 255, and alpha from 0 to 1. */
export type Colour = readonly [number, number, number, number];

/** A colour as it is seen on an opaque one. */
export const over = ([red, green, blue, alpha]: Colour, below: Colour): Colour => {
  const mix = (own: number, other: number) => own * alpha + other * (1 - alpha);
  return [mix(red, below[0]), mix(green, below[1]), mix(blue, below[2]), 1];
};

/** Ratio of two opaque colours, from 1 to 21, by the formula of WCAG 2.2. */
export function contrast(one: Colour, other: Colour): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance([red, green, blue]: Colour): number {
  const linear = (channel: number) => {
    const value = channel / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}
