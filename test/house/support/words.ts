import ts from 'typescript';
import {parsed} from './source.js';

/** The words of a name, in lower case: `askAll`, `ask-all` and `ASK_ALL` are `ask all`. */
export const wordsOf = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .join(' ')
    .trim()
    .toLowerCase();

function walk(node: ts.Node, see: (node: ts.Node) => void): void {
  see(node);
  ts.forEachChild(node, (child) => walk(child, see));
}

/** Names that a file declares; names that it only uses are declared elsewhere. */
export function namesIn(file: string, content: string): readonly string[] {
  const names: string[] = [];
  walk(parsed(file, content), (node) => {
    if (!('name' in node) || ts.isPropertyAccessExpression(node) || ts.isImportSpecifier(node)) return;
    const name = node.name as ts.Node | undefined;
    if (name === undefined) return;
    if (ts.isIdentifier(name) || ts.isPrivateIdentifier(name)) names.push(name.text);
  });
  return names;
}

/** Strings, parts of templates and comments of a file. Import paths and SQL migrations are not for readers. */
export function textsIn(file: string, content: string): readonly string[] {
  const texts: string[] = [];
  const source = parsed(file, content);
  walk(source, (node) => {
    if (ts.isStringLiteralLike(node) && !ts.isImportDeclaration(node.parent)) texts.push(node.text);
    if (ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)) texts.push(node.text);
  });
  const comments = content.match(/\/\*\*?[\s\S]*?\*\/|^\s*\/\/.*$/gm) ?? [];
  return [...texts, ...comments.map((comment) => comment.replace(/\s*\n\s*(\*|\/\/)?\s*/g, ' ').trim())];
}

/** Titles of tests and suites; `rule` names a test by a row of the specification and its words. */
export function titlesIn(file: string, content: string): readonly string[] {
  const titles: string[] = [];
  walk(parsed(file, content), (node) => {
    if (!ts.isCallExpression(node) || !/^(describe|it|test|rule)(\.|$)/.test(node.expression.getText()))
      return;
    for (const argument of node.arguments) {
      if (ts.isStringLiteralLike(argument)) titles.push(argument.text);
      else if (ts.isTemplateExpression(argument)) titles.push(argument.getText().slice(1, -1));
    }
  });
  return titles;
}
