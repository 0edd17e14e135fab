// The options of an element as its manifest has them: what its table declares, with the comments of the table.
import {existsSync} from 'node:fs';
import {dirname, join} from 'node:path';
import type ts from 'typescript';
import {attributeOf, type OptionDeclaration} from '../../../src/element/options.js';
import {linesOf, parse, type Member, type Named} from './tables.js';

type Options = Readonly<Record<string, OptionDeclaration>>;

/** The properties and attributes of a class that takes its options from the table `options.ts` beside it. */
export async function tableEntries(
  path: string,
  own: Options,
): Promise<{readonly members: readonly Member[]; readonly attributes: readonly Named[]}> {
  const file = join(dirname(path), 'options.ts');
  const module = existsSync(file)
    ? ((await import(`../../../${file}`)) as Readonly<Record<string, unknown>>)
    : {};
  const [table] = Object.entries(module).find(([, value]) => value === own) ?? [];
  const members = table === undefined ? [] : membersOf(file, table, own);
  const attributes = members.flatMap(({name, attribute, type, description}) =>
    attribute === undefined ? [] : [{name: attribute, type, description, fieldName: name} as Named],
  );
  return {members, attributes};
}

function membersOf(file: string, table: string, own: Options): Member[] {
  return linesOf(parse(file), [table]).map(({name, comment, value}) => {
    const {attribute = attributeOf(name)} = own[name]!;
    const type = {text: typeOf(own[name]!, value)};
    return {
      ...{kind: 'field', name, type, description: comment},
      ...(typeof attribute === 'string' && {attribute}),
    };
  });
}

/** Types of values that are listed are written where the manifest is. */
function typeOf({type, oneOf, takes, otherwise}: OptionDeclaration, line: ts.Expression): string {
  if (type === Boolean) return 'boolean';
  if (oneOf) return oneOf.map((value) => `'${value}'`).join(' | ');
  if (!takes) return otherwise === undefined ? 'string | undefined' : 'string';
  const [, value] = /\bas Takes<(.*)>/.exec(line.getText()) ?? [];
  return `${value} | undefined`;
}
