/** Limits that a measurement never reaches: it enters the same card thousands of times (guarantees 3.1). */
export const noCardLimits = ['card', 'customer', 'address', 'merchant'].map((kind) => `${kind}=100000000`);

/** The same for the command line. */
export const noCardLimitFlags = noCardLimits.flatMap((limit) => ['--limit', limit]);
