export const runtimes: readonly string[];
export function programOf(name: string): string | undefined;
export function lacksRuntimes(): string | undefined;
