// The custom properties as the manifest and site/looks.md have them: the table of src/element/styles/variables.ts with its comments.
import {readableDefault, variables, type Variable} from '../../../src/element/styles/variables.js';
import {readReaders} from '../../../test/golden/kept.js';
import {linesOf, parse, type Named} from './tables.js';

/** A line of the table with its comment and its default as a shop reads it. */
export interface DescribedVariable extends Variable {
  readonly name: string;
  readonly description: string;
  readonly shownDefault: string;
  /** The surfaces that it changes. */
  readonly surfaces: readonly string[];
}

/** The surfaces that another element than `<card-vault>` has. */
const elementOf: Readonly<Record<string, string>> = {
  list: 'card-vault-list',
  'subscribe button': 'card-vault-subscribe',
};

/** All variables, in the order of the table. */
export function describedVariables(): DescribedVariable[] {
  const table: Readonly<Record<string, Variable>> = variables;
  const readers = readReaders();
  return linesOf(parse('src/element/styles/variables.ts'), ['variables']).map(({name, comment}) => {
    const variable = table[name]!;
    const shownDefault = readableDefault(variable.otherwise);
    return {...variable, name, description: comment, shownDefault, surfaces: readers[name] ?? []};
  });
}

/** Those that change an element, as a manifest has them. */
export const variablesOf = (tag: string): Named[] =>
  describedVariables()
    .filter(({surfaces}) => surfaces.some((surface) => (elementOf[surface] ?? 'card-vault') === tag))
    .map(({name, description, shownDefault}) => ({
      name: `--card-vault-${name}`,
      description,
      default: shownDefault,
    }));
