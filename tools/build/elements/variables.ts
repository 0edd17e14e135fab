// The custom properties as the manifest and site/looks.md have them: the table of src/element/styles/variables.ts with its comments.
import {
  readableDefault,
  variables,
  type Surface,
  type Variable,
} from '../../../src/element/styles/variables.js';
import {linesOf, parse, type Named} from './tables.js';

/** A line of the table with its comment and its default as a shop reads it. */
export interface DescribedVariable extends Variable {
  readonly name: string;
  readonly description: string;
  readonly shownDefault: string;
}

/** All variables, in the order of the table. */
export function describedVariables(): DescribedVariable[] {
  const table: Readonly<Record<string, Variable>> = variables;
  return linesOf(parse('src/element/styles/variables.ts'), ['variables']).map(({name, comment}) => {
    const variable = table[name]!;
    return {...variable, name, description: comment, shownDefault: readableDefault(variable.otherwise)};
  });
}

/** Those that are seen on some surfaces, as a manifest has them. */
export const variablesOf = (surfaces: readonly Surface[]): Named[] =>
  describedVariables()
    .filter(({on}) => surfaces.includes(on))
    .map(({name, description, shownDefault}) => ({
      name: `--card-vault-${name}`,
      description,
      default: shownDefault,
    }));
