// The events of an element as its manifest has them: the table of src/element/events.ts with its comments, and their types, those of the list
// from src/element/list/events.ts.
import ts from 'typescript';
import elementEvents from '../../../src/element/events.js';
import {linesOf, parse, type Named} from './tables.js';

const source = parse('src/element/events.ts');
const types = new Map<string, string>();
for (const file of [source, parse('src/element/list/events.ts')])
  file.forEachChild(function find(node): void {
    if (ts.isPropertySignature(node) && node.type && ts.isStringLiteral(node.name))
      types.set(node.name.text, node.type.getText());
    else node.forEachChild(find);
  });

/** What the table has for the element of a tag. */
export function tableEvents(tagName: string): Named[] {
  const names = (elementEvents as Readonly<Record<string, Readonly<Record<string, string>>>>)[tagName] ?? {};
  return linesOf(source, ['elementEvents', tagName]).map(({name: line, comment}) => {
    const name = names[line]!;
    return {name, type: {text: types.get(name)!}, description: comment};
  });
}
