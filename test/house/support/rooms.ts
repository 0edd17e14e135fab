import {dirname, join, normalize} from 'node:path';
import ts from 'typescript';
import {filesBelow, parsed} from './source.js';

/** One import, seen from the file that has it. */
export interface Arrow {
  readonly from: string;
  readonly to: string;
  /** Whether only types are taken, so that nothing of it is there at run time. */
  readonly isType: boolean;
}

/** Where one room touches a table in SQL. */
export interface TableUse {
  readonly table: string;
  readonly kind: 'creates' | 'writes' | 'reads';
  readonly file: string;
}

export const packages = ['src', 'service/src'] as const;

/** Every TypeScript file of both packages. */
export const allFiles = (): string[] => packages.flatMap((folder) => filesBelow(folder));

/** The room of a file, such as `flow` or `domain/trackers`. A file outside every room is a room of its own. */
export function roomOf(file: string): string {
  const areas = /^service\/src\/(?:platform|domain|simulators|edges)\/[^/]+/.exec(file);
  if (areas) return areas[0].replace('service/src/', '');
  const [first = '', second] = file.replace(/^(service\/)?src\//, '').split('/');
  return file.startsWith('service/') ? `service/${first}` : second === undefined ? file : first;
}

/** Every import, re-export and dynamic import between files of the two packages. */
export function arrowsOf(files: readonly string[]): Arrow[] {
  const known = new Set(files);
  return files.flatMap((from) => {
    const found: Arrow[] = [];
    const add = (specifier: ts.Node, isType: boolean) => {
      if (!ts.isStringLiteral(specifier) || !specifier.text.startsWith('.')) return;
      const stem = normalize(join(dirname(from), specifier.text)).replace(/\.js$/, '');
      const to = [`${stem}.ts`, `${stem}.tsx`, stem].find((path) => known.has(path));
      if (to !== undefined) found.push({from, to, isType});
    };
    const visit = (node: ts.Node): void => {
      if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, takesTypesOnly(node));
      if (ts.isExportDeclaration(node) && node.moduleSpecifier) add(node.moduleSpecifier, node.isTypeOnly);
      if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) add(node.argument.literal, true);
      if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
        const [first] = node.arguments;
        if (first) add(first, false);
      }
      ts.forEachChild(node, visit);
    };
    visit(parsed(from));
    return found;
  });
}

function takesTypesOnly({importClause}: ts.ImportDeclaration): boolean {
  if (!importClause) return false;
  if (importClause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  const {name, namedBindings} = importClause;
  if (name || !namedBindings || !ts.isNamedImports(namedBindings)) return false;
  return namedBindings.elements.length > 0 && namedBindings.elements.every((element) => element.isTypeOnly);
}

/** The same arrows between rooms; arrows within a room are left out. */
export const betweenRooms = (arrows: readonly Arrow[]): Arrow[] =>
  arrows
    .map(({from, to, isType}) => ({from: roomOf(from), to: roomOf(to), isType}))
    .filter(({from, to}) => from !== to);

/** Groups of nodes that lead back to each other (strongly connected, by Tarjan), the largest first. */
export function circlesOf(arrows: readonly Arrow[]): string[][] {
  const next = new Map<string, Set<string>>();
  for (const {from, to} of arrows) next.set(from, (next.get(from) ?? new Set()).add(to));
  const seen = new Map<string, {index: number; low: number}>();
  const stack: string[] = [];
  const circles: string[][] = [];
  const visit = (node: string): {index: number; low: number} => {
    const mine = {index: seen.size, low: seen.size};
    seen.set(node, mine);
    stack.push(node);
    for (const target of next.get(node) ?? []) {
      const known = seen.get(target);
      if (!known) mine.low = Math.min(mine.low, visit(target).low);
      else if (stack.includes(target)) mine.low = Math.min(mine.low, known.index);
    }
    if (mine.low === mine.index) {
      const circle = stack.splice(stack.indexOf(node));
      if (circle.length > 1) circles.push(circle.sort());
    }
    return mine;
  };
  for (const node of next.keys()) if (!seen.has(node)) visit(node);
  return circles.sort((a, b) => b.length - a.length);
}

const creating = /\bCREATE\s+TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?([a-z_]+)/gi;
const writing = /\b(?:INSERT\s+INTO|UPDATE|DELETE\s+FROM)\s+(?:ONLY\s+)?([a-z_]+)/gi;
const reading = /\b(?:FROM|JOIN)\s+(?:ONLY\s+|LATERAL\s+)?([a-z_]+)/gi;

/** Every mention of a table in the SQL texts of a package's files. What a migration does to old rows is not counted. */
export function tableUses(files: readonly string[]): TableUse[] {
  const texts = files.flatMap((file) => textsOf(file).map((text) => ({file, text})));
  const tables = new Set(texts.flatMap(({text}) => namesIn(text, creating)));
  return texts.flatMap(({file, text}) => {
    const created = namesIn(text, creating);
    const isMigration = created.length > 0 || /\b(?:ALTER TABLE|CREATE (?:UNIQUE )?INDEX)\b/.test(text);
    const written = isMigration ? [] : namesIn(text, writing).filter((name) => tables.has(name));
    const read = isMigration ? [] : namesIn(text.replace(/DELETE\s+FROM/gi, ''), reading);
    return [
      ...created.map((table) => ({table, kind: 'creates' as const, file})),
      ...written.map((table) => ({table, kind: 'writes' as const, file})),
      ...read.filter((name) => tables.has(name)).map((table) => ({table, kind: 'reads' as const, file})),
    ];
  });
}

const namesIn = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map((match) => (match[1] ?? '').toLowerCase());

/** The string and template texts of a file; what a template puts in is a blank. */
function textsOf(file: string): string[] {
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) texts.push(node.text);
    if (ts.isTemplateExpression(node)) {
      texts.push([node.head.text, ...node.templateSpans.map((span) => span.literal.text)].join(' ? '));
    }
    ts.forEachChild(node, visit);
  };
  visit(parsed(file));
  return texts;
}

/** What a command prints and a test compares: the circles, and which rooms create, write and read each table. */
export function survey() {
  const arrows = arrowsOf(allFiles());
  const isValue = ({isType}: Arrow) => !isType;
  const rooms = betweenRooms(arrows);
  const uses = tableUses(filesBelow('service/src'));
  const roomsBy = (table: string, kind: TableUse['kind']) =>
    [
      ...new Set(
        uses.filter((use) => use.table === table && use.kind === kind).map((use) => roomOf(use.file)),
      ),
    ].sort();
  const names = [...new Set(uses.map((use) => use.table))].sort();
  return {
    rooms: circlesOf(rooms),
    roomsByValue: circlesOf(rooms.filter(isValue)),
    files: circlesOf(arrows),
    filesByValue: circlesOf(arrows.filter(isValue)),
    tables: names.map((table) => ({
      table,
      creates: roomsBy(table, 'creates'),
      writes: roomsBy(table, 'writes'),
      reads: roomsBy(table, 'reads'),
    })),
  };
}
