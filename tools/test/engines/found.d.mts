export type EngineName = 'firefox' | 'webkit';

/** The programs of an engine by role, when all of them are here. */
export function programsOf(name: EngineName): Readonly<Record<string, string>> | undefined;

/** What to do about an engine that is not here; undefined where it is. */
export function lacks(name: EngineName): string | undefined;

/** The sentence about an engine that is not here. */
export function missing(name: EngineName): string;
