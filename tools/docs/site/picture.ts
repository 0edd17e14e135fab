// The picture of a save: who speaks to whom, in which order. `npm run docs -- picture` writes it.

const lanes = ['Your page', 'Your server', 'Card fields', 'Service', 'Bank'] as const;
type Lane = (typeof lanes)[number];
type Step = readonly [number: number, from: Lane, to: Lane, says: string];

const steps: readonly Step[] = [
  [1, 'Your page', 'Your server', 'open a session'],
  [1, 'Your server', 'Service', 'tracker, by the secret key'],
  [2, 'Your page', 'Card fields', 'number and code are typed in frames'],
  [2, 'Card fields', 'Your page', 'transient token'],
  [3, 'Your page', 'Bank', 'device data, in a hidden frame'],
  [4, 'Your page', 'Service', 'enroll the card'],
  [4, 'Service', 'Bank', 'do you want to see the shopper?'],
  [5, 'Your page', 'Bank', 'step-up: the shopper gives a code'],
  [6, 'Your page', 'Service', 'authorize, and save the card'],
  [6, 'Your page', 'Your server', 'complete: give the amount back'],
];

const width = 900;
const laneWidth = width / lanes.length;
const top = 64;
const gap = 46;
const middle = (lane: Lane): number => laneWidth * (lanes.indexOf(lane) + 0.5);

/** An SVG of fixed size, in dark on light, with text that a screen reader has from the image's own description. */
export function savePicture(): string {
  const height = top + gap * steps.length + 16;
  const columns = lanes.map((lane) => {
    const x = middle(lane);
    return [
      `<rect x="${x - 74}" y="12" width="148" height="32" rx="6" fill="#eef2f7" stroke="#9aa7b5"/>`,
      `<text x="${x}" y="33" text-anchor="middle" font-weight="600">${lane}</text>`,
      `<line x1="${x}" y1="44" x2="${x}" y2="${height - 8}" stroke="#c3ccd6" stroke-dasharray="4 4"/>`,
    ].join('\n');
  });
  const arrows = steps.map(([number, from, to, says], index) => {
    const y = top + gap * index + 24;
    const [x1, x2] = [middle(from), middle(to)];
    const toward = Math.sign(x2 - x1);
    const text = Math.min(x1, x2) + 16;
    const isFirst = steps[index - 1]?.[0] !== number;
    return [
      isFirst
        ? `<circle cx="16" cy="${y}" r="11" fill="#0b5cad"/><text x="16" y="${y + 5}" text-anchor="middle" fill="#ffffff">${number}</text>`
        : '',
      `<rect x="${text - 4}" y="${y - 23}" width="${says.length * 7.3 + 8}" height="19" fill="#ffffff"/>`,
      `<text x="${text}" y="${y - 9}">${says}</text>`,
      `<line x1="${x1}" y1="${y}" x2="${x2 - toward * 8}" y2="${y}" stroke="#1c2024" stroke-width="1.5"/>`,
      `<path d="M${x2} ${y} l${-toward * 10} -5 v10 z" fill="#1c2024"/>`,
    ]
      .filter(Boolean)
      .join('\n');
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="14" fill="#1c2024">
<rect width="${width}" height="${height}" fill="#ffffff"/>
${[...columns, ...arrows].join('\n')}
</svg>
`;
}
