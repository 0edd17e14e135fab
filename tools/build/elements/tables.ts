// Tables of the sources, with the comments of their lines: what runs has no comments.
import {readFileSync} from 'node:fs';
import ts from 'typescript';

export interface Line {
  readonly name: string;
  readonly comment: string;
  readonly value: ts.Expression;
}

export const parse = (file: string): ts.SourceFile =>
  ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);

/** The lines of the object that a file has under the names of `path`: a variable's, then those of lines in it. */
export function linesOf(source: ts.SourceFile, path: readonly string[]): Line[] {
  const [variable, ...rest] = path;
  const table = source.statements
    .filter(ts.isVariableStatement)
    .flatMap(({declarationList}) => declarationList.declarations)
    .find(({name}) => name.getText() === variable)?.initializer;
  const nested = rest.reduce(
    (outer, name) => assignments(outer).find((line) => nameOf(line) === name)?.initializer,
    table,
  );
  return assignments(nested).map((line) => {
    const [jsDoc] = ts.getJSDocCommentsAndTags(line);
    const comment = ts.getTextOfJSDocComment(jsDoc?.comment);
    const name = nameOf(line);
    if (!comment)
      throw new Error(`${source.fileName}: ${name} has no comment, which editors and typings show.`);
    return {name, comment, value: line.initializer};
  });
}

const nameOf = ({name}: ts.PropertyAssignment): string =>
  ts.isStringLiteral(name) ? name.text : name.getText();

function assignments(table: ts.Expression | undefined): ts.PropertyAssignment[] {
  let object = table;
  while (object && (ts.isAsExpression(object) || ts.isSatisfiesExpression(object)))
    object = object.expression;
  return object && ts.isObjectLiteralExpression(object)
    ? object.properties.filter(ts.isPropertyAssignment)
    : [];
}

/** An entry of a manifest. */
export interface Named {
  readonly name: string;
  readonly description?: string;
  readonly type?: {readonly text: string};
  readonly default?: string;
  readonly fieldName?: string;
  readonly readonly?: boolean;
  readonly static?: boolean;
}

export interface Member extends Named {
  readonly kind: 'field' | 'method';
  readonly privacy?: string;
  readonly attribute?: string;
  readonly inheritedFrom?: object;
  readonly parameters?: readonly Named[];
  readonly return?: {readonly type?: {readonly text: string}};
}
