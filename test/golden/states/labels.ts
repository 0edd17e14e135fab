import type {Stage, State} from '../stage.js';

const placements = ['above', 'inside', 'floating'] as const;
const expiries = ['one', 'two', 'lists'] as const;
const report = (stage: Stage): void => stage.report();
const filled = ({harness}: Stage): Promise<void> => harness.fill();

const stages = [
  ['empty', {}],
  ['empty, 320 px', {width: 320}],
  ['filled', {drive: filled}],
  ['everything is missing, 320 px', {width: 320, drive: report}],
] as const satisfies readonly (readonly [string, Partial<State>])[];

/** Where the labels stand, with each form of the expiry. */
export const labels: readonly State[] = placements.flatMap((labelPlacement) =>
  expiries.flatMap((expiryFields) =>
    stages.map(([name, more]) => ({
      name: `labels ${labelPlacement}, expiry ${expiryFields}: ${name}`,
      set: (element: Stage['element']) => Object.assign(element, {labelPlacement, expiryFields}),
      ...more,
    })),
  ),
);
