// Reads the texts of a language, for documents and tests.
import {readdirSync} from 'node:fs';

/** The sentences of one file of a language, by where they stand in it. */
export async function sentencesOf(tag: string, file: string): Promise<Map<string, string>> {
  const module = (await import(`../../src/texts/${tag}/${file}.ts`)) as Record<string, unknown>;
  const found = new Map<string, string>();
  const visit = (value: unknown, path: string): void => {
    if (typeof value === 'string') found.set(path, value);
    else for (const [key, inner] of Object.entries(value as object)) visit(inner, `${path}.${key}`);
  };
  for (const [name, value] of Object.entries(module)) visit(value, name);
  return found;
}

/** Files of English that hold sentences of their own; `element.ts` puts six of them together. */
export const files = (): string[] =>
  readdirSync('src/texts/en')
    .map((file) => file.replace('.ts', ''))
    .filter((file) => file !== 'element');
