/** How the storage keys of every element of this page begin. */
export const memoryPrefix = (): string => `card-vault:${location.pathname}:`;
