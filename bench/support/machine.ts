import {cpus} from 'node:os';

/** What figures were taken on. They compare with others of the same machine only. */
export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly node: string;
  readonly chromium: string;
}

/** This machine, with the version of the browser that was used. */
export function machineOf(chromium: string): Machine {
  return {cpu: cpus()[0]?.model ?? '', cores: cpus().length, node: process.version, chromium};
}

/** The day, as results are marked with it. */
export const today = (): string => new Date().toISOString().slice(0, 10);
