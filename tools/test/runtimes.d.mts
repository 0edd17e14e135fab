export const runtimes: readonly string[];
export function programOf(name: string): string | undefined;
export function lacksRuntimes(): string | undefined;
export function lacksNode24(): string | undefined;
export const languages: Readonly<Record<string, string>>;
export function isInstalled(name: string): boolean;
