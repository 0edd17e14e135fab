import {readFileSync, readdirSync} from 'node:fs';
import {join} from 'node:path';
import ts from 'typescript';

/** The folders directly under src. */
export function rooms(): string[] {
  return readdirSync('src', {withFileTypes: true})
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
}

/** Every TypeScript file below a folder, as a path from the project's root. */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, {withFileTypes: true}).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesBelow(path);
    return /\.tsx?$/.test(entry.name) ? [path] : [];
  });
}

const trees = new Map<string, ts.SourceFile>();

/** The syntax tree of a file, or of other content in its place. Parsed once for all tests of a process. */
export function parsed(file: string, content = readFileSync(file, 'utf8')): ts.SourceFile {
  const known = trees.get(file);
  if (known?.text === content) return known;
  const tree = ts.createSourceFile(file, content, ts.ScriptTarget.Latest, true);
  trees.set(file, tree);
  return tree;
}

/** Every module a file imports, re-exports or loads on demand, types included. */
export function importsOf(file: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if ((ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) && node.moduleSpecifier) {
      found.push((node.moduleSpecifier as ts.StringLiteral).text);
    }
    if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      found.push((node.argument.literal as ts.StringLiteral).text);
    }
    const loads = ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword;
    const [first] = loads ? node.arguments : [];
    if (first && ts.isStringLiteral(first)) found.push(first.text);
    ts.forEachChild(node, visit);
  };
  visit(parsed(file));
  return found;
}
