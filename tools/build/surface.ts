// What a shop can name: the elements' manifest, the declarations that the packages ship, and the service's description. A
// restructuring leaves `test/house/surface.txt` as it is. Needs a build.
//   (nothing)   takes what there is into the file
//   --check     fails where a name of the file is gone or other, and prints what is new
//   --release   fails where something is new, too
import {createHash} from 'node:crypto';
import {readFileSync, writeFileSync} from 'node:fs';
import {join, relative} from 'node:path';
import ts from 'typescript';
import {descriptionRoutes} from '../../service/src/edges/docs/routes.js';

interface Named {
  readonly name?: string;
  readonly fieldName?: string;
  readonly kind?: string;
  readonly privacy?: string;
  readonly type?: {readonly text: string};
  readonly default?: string;
}

type Manifest = Readonly<Record<string, string | undefined | readonly Named[]>>;

const listed = [
  'attributes',
  'members',
  'events',
  'slots',
  'cssParts',
  'cssProperties',
  'cssStates',
] as const;

/** One line for each name of an element that a page can use. */
function elementLines(): readonly string[] {
  const {modules} = JSON.parse(readFileSync('dist/custom-elements.json', 'utf8')) as {
    readonly modules: readonly {readonly declarations: readonly Manifest[]}[];
  };
  return modules
    .flatMap(({declarations}) => declarations)
    .filter(({tagName}) => tagName !== undefined)
    .flatMap((element) =>
      listed.flatMap((kind) =>
        ((element[kind] ?? []) as readonly Named[]).map(
          ({name, type, default: usual}) =>
            `<${element['tagName'] as string}> ${kind} ${name}${type ? `: ${type.text}` : ''}${usual ? ` = ${usual}` : ''}`,
        ),
      ),
    )
    .sort();
}

const printer = ts.createPrinter({removeComments: true});
const written = (node: ts.Node): string =>
  printer.printNode(ts.EmitHint.Unspecified, node, node.getSourceFile()).replace(/\s+/g, ' ');

const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected;

const ofValues = (type: ts.Type): boolean =>
  type.isUnion() && type.types.every((one) => !(one.flags & ts.TypeFlags.Object));
const sorted = (text: string): string => text.split(' | ').sort().join(' | ');

/** A type; one of values alone without the alias that names it. The compiler has values in no order that lasts. */
function typeText(checker: ts.TypeChecker, type: ts.Type): string {
  const text = (one: ts.Type) =>
    checker
      .typeToString(one, undefined, ts.TypeFormatFlags.NoTruncation)
      .replace(/(?:"[^"]*"|\d+)(?: \| (?:"[^"]*"|\d+))+/g, sorted);
  if (!ofValues(type)) return text(type);
  return sorted((type as ts.UnionType).types.map(text).join(' | ')).replace('false | true', 'boolean');
}

/** Members of a class or an interface, inherited ones too: one line each. */
function memberLines(checker: ts.TypeChecker, symbol: ts.Symbol, own: string): readonly string[] {
  const isInterface = !(symbol.flags & ts.SymbolFlags.Class);
  return checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(symbol)).flatMap((member) => {
    const [declaration] = member.declarations ?? [];
    if (!declaration || !relative('.', declaration.getSourceFile().fileName).startsWith(own)) return [];
    const modifiers = ts.getCombinedModifierFlags(declaration);
    if (modifiers & hidden || member.name === '#private') return [];
    const readonly = isInterface && modifiers & ts.ModifierFlags.Readonly ? 'readonly ' : '';
    const optional = member.flags & ts.SymbolFlags.Optional ? '?' : '';
    const type = typeText(checker, checker.getTypeOfSymbol(member));
    return [`${symbol.name} ${readonly}${member.name}${optional}: ${type}`];
  });
}

function linesOf(checker: ts.TypeChecker, symbol: ts.Symbol, own: string): readonly string[] {
  return (symbol.declarations ?? []).flatMap((declaration) => {
    const statement = ts.findAncestor(declaration, ts.isStatement);
    if (!statement || !relative('.', statement.getSourceFile().fileName).startsWith(own)) return [];
    if (ts.isClassDeclaration(statement) || ts.isInterfaceDeclaration(statement))
      return memberLines(checker, symbol, own);
    const type = checker.getDeclaredTypeOfSymbol(symbol);
    if (ts.isTypeAliasDeclaration(statement) && ofValues(type))
      return [`type ${symbol.name} = ${typeText(checker, type)}`];
    return [written(statement).replace(/^export (?:declare )?|^declare /, '')];
  });
}

/** Every name that an entry of a package exports, and its declaration. */
function typeLines(folder: string): readonly string[] {
  const {name, exports} = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    readonly name: string;
    readonly exports: Readonly<Record<string, string | {readonly types: string}>>;
  };
  const entries = Object.entries(exports).flatMap(([path, target]) =>
    typeof target === 'object' ? [[path, join(folder, target.types)] as const] : [],
  );
  const program = ts.createProgram(
    entries.map(([, file]) => file),
    {module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ES2022, skipLibCheck: true, types: []},
  );
  const checker = program.getTypeChecker();
  const own = join(folder, 'dist/');
  const lines = new Set<string>();
  for (const [path, file] of entries) {
    const module = checker.getSymbolAtLocation(program.getSourceFile(file)!);
    // An entry that only registers elements has no exports.
    for (const symbol of module ? checker.getExportsOfModule(module) : []) {
      lines.add(`${name}${path.slice(1)} exports ${symbol.name}`);
      const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
      for (const line of linesOf(checker, target, own)) lines.add(`${name} ${line}`);
    }
  }
  return [...lines].sort();
}

/** The surface as text, one name a line. */
async function surface(): Promise<string> {
  const here = 'http://localhost';
  const urls = {api: here, fields: here, issuer: here, hosted: here};
  const document = await (await descriptionRoutes(urls).request('/openapi.json')).text();
  const described = createHash('sha256').update(document).digest('hex');
  const lines = [
    ...elementLines(),
    ...typeLines('.'),
    ...typeLines('service'),
    `openapi.json sha256 ${described}`,
  ];
  return `${lines.join('\n')}\n`;
}

const file = 'test/house/surface.txt';
const now = await surface();
const lines = (text: string) => text.split('\n').filter(Boolean);
const without = (some: readonly string[], others: readonly string[], sign: string) => {
  const known = new Set(others);
  return some.filter((line) => !known.has(line)).map((line) => `${sign} ${line}`);
};
const [kept, found] = [lines(readFileSync(file, 'utf8')), lines(now)];
const lost = without(kept, found, '-');
const added = without(found, kept, '+');
// A name is a promise from its release on: until then it may be added, changed and taken back.
const mode = process.argv[2];
if (mode === undefined) writeFileSync(file, now);
else if (lost.length > 0 || (mode === '--release' && added.length > 0)) {
  console.error([...lost, ...added, 'If that is meant: node --import tsx tools/build/surface.ts'].join('\n'));
  process.exitCode = 1;
} else if (added.length > 0) console.log([...added, `New: ${file} takes them in at the release.`].join('\n'));
