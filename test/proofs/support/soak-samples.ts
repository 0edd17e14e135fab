/** One look at a service that runs for long. */
export interface Sample {
  readonly minutes: number;
  /** Of the main thread after a collection, and of the whole process. */
  readonly heapMb: number;
  readonly residentMb: number;
  readonly descriptors: number;
  readonly folderMb: number;
  /** Saves so far. */
  readonly saves: number;
  /** Milliseconds of a save, of those since the last look. */
  readonly p50: number;
  readonly p99: number;
}

/** Slope of a straight line through points. */
export function slopeOf(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (at: 0 | 1) => points.reduce((sum, point) => sum + point[at], 0) / points.length;
  const [x, y] = [mean(0), mean(1)];
  const rise = points.reduce((sum, point) => sum + (point[0] - x) * (point[1] - y), 0);
  const run = points.reduce((sum, point) => sum + (point[0] - x) ** 2, 0);
  return run === 0 ? 0 : rise / run;
}

const goals = {heapMbPerTenMinutes: 1, moreDescriptors: 8, timesBytesPerSave: 1.5};

/** Of the later half: what comes before is warm-up. */
export function figuresOf(samples: readonly Sample[]) {
  const late = samples.slice(Math.floor(samples.length / 2));
  const per = (name: 'heapMb' | 'residentMb') =>
    slopeOf(late.map((sample) => [sample.minutes, sample[name]])) * 10;
  const [first, middle, last] = [samples[0]!, late[0]!, late.at(-1)!];
  const bytesPerSave = (from: Sample, to: Sample) =>
    ((to.folderMb - from.folderMb) * 1e6) / Math.max(1, to.saves - from.saves);
  const counts = late.map(({descriptors}) => descriptors);
  return {
    heapMbPerTenMinutes: per('heapMb'),
    residentMbPerTenMinutes: per('residentMb'),
    moreDescriptors: Math.max(...counts) - Math.min(...counts),
    bytesPerSave: {early: bytesPerSave(first, middle), late: bytesPerSave(middle, last)},
  };
}

/** What does not stay flat (D5). */
export function violationsIn(samples: readonly Sample[]): string[] {
  const {heapMbPerTenMinutes, moreDescriptors, bytesPerSave} = figuresOf(samples);
  const {early, late} = bytesPerSave;
  return [
    ...(heapMbPerTenMinutes > goals.heapMbPerTenMinutes
      ? [`the heap grows by ${heapMbPerTenMinutes.toFixed(1)} MB every 10 minutes`]
      : []),
    ...(moreDescriptors > goals.moreDescriptors ? [`${moreDescriptors} more descriptors are open`] : []),
    ...(late > goals.timesBytesPerSave * early
      ? [`a save takes ${Math.round(late)} bytes of disk, at first ${Math.round(early)}`]
      : []),
  ];
}

/** The same run with a leak of each kind: each has to be noticed, or nothing is shown. */
export function unnoticedLeaks(): string[] {
  const flat = Array.from({length: 40}, (_, minutes): Sample => {
    return {
      minutes,
      heapMb: 60,
      residentMb: 400,
      descriptors: 30,
      folderMb: minutes,
      saves: minutes,
      p50: 50,
      p99: 90,
    };
  });
  const leaks: Readonly<Record<string, (sample: Sample) => Sample>> = {
    heap: (one) => ({...one, heapMb: 60 + one.minutes * 0.2}),
    descriptors: (one) => ({...one, descriptors: 30 + one.minutes}),
    disk: (one) => ({...one, folderMb: one.minutes ** 2}),
  };
  return [
    ...(violationsIn(flat).length > 0 ? ['a flat run is judged as leaking'] : []),
    ...Object.entries(leaks).flatMap(([name, leak]) =>
      violationsIn(flat.map(leak)).length === 0 ? [`a leak of ${name} is not noticed`] : [],
    ),
  ];
}

const columns = [
  'minutes',
  'heapMb',
  'residentMb',
  'descriptors',
  'folderMb',
  'saves',
  'p50',
  'p99',
] as const;

export const csvOf = (samples: readonly Sample[]): string =>
  [columns.join(), ...samples.map((one) => columns.map((name) => one[name].toFixed(2)).join())].join('\n') +
  '\n';
