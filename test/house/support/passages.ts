import ts from 'typescript';

/** A text that people read: a comment, the title of a test, a document. As long as what it was taken from. */
export interface Passage {
  readonly text: string;
  /** Where it begins in its file. */
  readonly start: number;
}

const isScript = /\.[cm]?[jt]sx?$/;
const names = new Set(['describe', 'it', 'test', 'suite', 'rule', 'step']);

/** Whether files of this kind are read at all. */
export const isReadable = (path: string) => isScript.test(path) || /\.(md|html|css)$/.test(path);

/** Everything in a file that may refer to a document. In `bench` and the proofs that is every text, since violations are named too. */
export function passagesOf(path: string, content: string): Passage[] {
  if (path.endsWith('.md')) return [{text: content, start: 0}];
  if (!isScript.test(path)) return commentsOf(content, /<!--[\s\S]*?-->|\/\*[\s\S]*?\*\//g);
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(path, content, ts.ScriptTarget.Latest, true, kind);
  const texts: ts.Node[] = [];
  const titles: Passage[] = [];
  const visit = (node: ts.Node): void => {
    if (isText(node)) texts.push(node);
    if (ts.isCallExpression(node)) titles.push(...titleOf(node, content));
    ts.forEachChild(node, visit);
  };
  visit(source);
  const everyText = texts.map((node) => ({text: node.getText(), start: node.getStart()}));
  const comments = commentsOf(without(content, everyText), /\/\*[\s\S]*?\*\/|\/\/.*(?:\n[ \t]*\/\/.*)*/g);
  return [...comments, ...(/^(bench|test\/proofs)\//.test(path) ? everyText : titles)];
}

function isText(node: ts.Node): boolean {
  return (
    ts.isStringLiteralLike(node) ||
    ts.isTemplateHead(node) ||
    ts.isTemplateMiddleOrTemplateTail(node) ||
    ts.isRegularExpressionLiteral(node) ||
    ts.isJsxText(node)
  );
}

/** The title that a call gives to a test; `rule('3.1 step 3a', …)` is titled `spec 3.1 step 3a: …`. */
function titleOf({expression, arguments: [first]}: ts.CallExpression, content: string): Passage[] {
  if (!first || !(ts.isStringLiteralLike(first) || ts.isTemplateExpression(first))) return [];
  const called = expression.getText().split('.');
  if (!called.some((name) => names.has(name))) return [];
  const start = first.getStart() + 1;
  const text = content.slice(start, first.getEnd() - 1);
  return [called.includes('rule') ? {text: `spec ${text}`, start: start - 'spec '.length} : {text, start}];
}

const blank = (text: string) => text.replace(/[^\n]/g, ' ');

/** The content with some of its texts blank, so that no address or pattern is taken for a comment. */
function without(content: string, texts: readonly Passage[]): string {
  const pieces: string[] = [];
  let from = 0;
  for (const {text, start} of texts) {
    pieces.push(content.slice(from, start), blank(text));
    from = start + text.length;
  }
  return [...pieces, content.slice(from)].join('');
}

/** Comments, without the marks at the heads of their lines: a reference may go over the end of one. */
function commentsOf(content: string, form: RegExp): Passage[] {
  return [...content.matchAll(form)].map(({0: text, index}) => ({
    text: text.replace(/^[ \t]*(?:\/\*\*?|\*(?!\/)|\/\/)/gm, blank).replace(/^<!--|\/\*\*?/, blank),
    start: index,
  }));
}
