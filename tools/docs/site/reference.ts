// The reference pages of the site, made from what the product is built of: no page of them is written by hand.
import {mkdirSync, writeFileSync} from 'node:fs';
import {join, resolve} from 'node:path';
import ts from 'typescript';
import {helpText as serviceUsage} from '../../../service/src/cli/arguments.js';
import {operationsOf} from '../../../service/src/edges/openapi/operations.js';
import {errorCodes} from '../../../service/src/platform/openapi/error-codes.js';
import {usage as checkUsage} from '../../../src/cli/check/options.js';
import {contractUsage} from '../../../src/cli/contract/options.js';
import {policyUsage} from '../../../src/cli/policy.js';
import {readManifest, type Declaration} from '../../build/elements/manifest.js';
import type {Named} from '../../build/elements/tables.js';

const cell = (text: string): string => text.replace(/\s+/g, ' ').replaceAll('|', '\\|').trim();
const code = (text: string): string => (text ? `\`${text.replace(/\s+/g, ' ')}\`` : '');
const table = (head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] =>
  rows.length === 0
    ? []
    : [head, head.map(() => '---'), ...rows.map((row) => row.map(cell))]
        .map((row) => `| ${row.join(' | ')} |`)
        .concat('');
const section = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : [title, '', ...lines];
const made = (from: string): string => `Made from ${from} by \`npm run docs:site\`.`;

/** Every attribute, property, method, event, slot, part, custom property and state of the elements. */
async function elementReference(): Promise<string> {
  const {modules} = await readManifest();
  const elements = modules
    .flatMap(({declarations}) => declarations)
    .filter(({tagName}) => tagName)
    .sort((a, b) => a.tagName!.length - b.tagName!.length || a.tagName!.localeCompare(b.tagName!));
  return [
    '# Elements',
    '',
    `${made('the comments of the elements')} The same is in \`custom-elements.json\` of the package, which editors read.`,
    '',
    ...elements.flatMap(elementSection),
  ].join('\n');
}

function elementSection(element: Declaration): readonly string[] {
  const {tagName, name, members = [], attributes = []} = element;
  const described = ({description = ''}: Named) => description;
  const named = (title: string, entries: readonly Named[] = []) =>
    section(
      `### ${title} of ${tagName}`,
      table(
        ['name', 'meaning'],
        entries.map((entry) => [code(entry.name || '(default)'), described(entry)]),
      ),
    );
  const fields = members.filter((member) => member.kind === 'field' && !member.attribute && !member.static);
  const methods = members.filter(({kind}) => kind === 'method');
  return [
    `## \`<${tagName}>\``,
    '',
    `Class \`${name}\`. ${cell(element.description ?? element.summary ?? '')}`,
    '',
    ...section(
      `### Attributes of ${tagName}`,
      table(
        ['attribute', 'values', 'default', 'meaning'],
        attributes.map((entry) => [
          code(entry.name),
          code(entry.type?.text ?? ''),
          code(entry.default ?? ''),
          described(entry),
        ]),
      ),
    ),
    ...section(
      `### Properties of ${tagName}`,
      table(
        ['property', 'type', 'meaning'],
        fields.map((entry) => [
          `${code(entry.name)}${entry.readonly ? ', read-only' : ''}`,
          code(entry.type?.text ?? ''),
          described(entry),
        ]),
      ),
    ),
    ...section(
      `### Methods of ${tagName}`,
      table(
        ['method', 'answer', 'meaning'],
        methods.map((entry) => [
          code(`${entry.name}(${(entry.parameters ?? []).map((one) => one.name).join(', ')})`),
          code(entry.return?.type?.text ?? 'void'),
          described(entry),
        ]),
      ),
    ),
    ...section(
      `### Events of ${tagName}`,
      table(
        ['event', 'class', 'meaning'],
        (element.events ?? []).map((entry) => [
          code(entry.name),
          code(entry.type?.text ?? ''),
          described(entry),
        ]),
      ),
    ),
    ...named('Slots', element.slots),
    ...named('Parts', element.cssParts),
    ...named('Custom properties', element.cssProperties),
    ...named('States', element.cssStates),
  ];
}

/** Entries of the package that a shop's own code imports, without those of the element. */
const entries = {
  'card-vault/server': 'src/server/index.ts',
  'card-vault/server/node': 'src/server/node.ts',
  'card-vault/testing': 'src/testing/index.ts',
  'card-vault/contract': 'src/cli/contract/index.ts',
  'card-vault/protocol': 'src/protocol/index.ts',
} as const;

/** Every function and type of the server kit and its neighbours, with the comments of the sources. */
function kitReference(): string {
  const files = Object.values(entries).map((file) => resolve(file));
  const {config} = ts.readConfigFile('tsconfig.json', (name) => ts.sys.readFile(name)) as {config: unknown};
  const {options} = ts.parseJsonConfigFileContent(config, ts.sys, '.');
  const program = ts.createProgram(files, {...options, noEmit: true});
  const checker = program.getTypeChecker();
  const known = new Set<ts.Symbol>();
  return [
    '# Server kit, test kit and protocol',
    '',
    `${made('the comments of the sources')} A name that two entries export stands under the first.`,
    '',
    ...Object.entries(entries).flatMap(([entry, file]) => {
      const module = checker.getSymbolAtLocation(program.getSourceFile(resolve(file))!)!;
      const symbols = checker
        .getExportsOfModule(module)
        .map((one) => (one.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(one) : one))
        .filter((one) => !known.has(one) && known.add(one))
        .sort((a, b) => rank(a) - rank(b) || (a.name < b.name ? -1 : 1));
      return [`## \`${entry}\``, '', ...symbols.flatMap((symbol) => symbolSection(checker, symbol))];
    }),
  ].join('\n');
}

const isShape = ({flags}: ts.Symbol): boolean =>
  (flags & (ts.SymbolFlags.Interface | ts.SymbolFlags.Class)) > 0;
/** What is called stands before what it takes. */
const rank = (symbol: ts.Symbol): number => (symbol.flags & ts.SymbolFlags.Type ? 1 : 0);

function symbolSection(checker: ts.TypeChecker, symbol: ts.Symbol): readonly string[] {
  const head = [`### \`${symbol.name}\``, '', ...paragraph(docOf(checker, symbol))];
  const flags = ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.OmitParameterModifiers;
  const text = (type: ts.Type, more = 0) => code(checker.typeToString(type, undefined, flags | more));
  if (isShape(symbol)) {
    const members = checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(symbol)).filter(isOwn);
    return [
      ...head,
      ...table(
        ['member', 'type', 'meaning'],
        members.map((member) => [
          code(member.name + (member.flags & ts.SymbolFlags.Optional ? '?' : '')),
          text(checker.getTypeOfSymbol(member)),
          docOf(checker, member),
        ]),
      ),
    ];
  }
  const type =
    symbol.flags & ts.SymbolFlags.TypeAlias
      ? checker.getDeclaredTypeOfSymbol(symbol)
      : checker.getTypeOfSymbol(symbol);
  return [...head, text(type, ts.TypeFormatFlags.InTypeAlias), ''];
}

/** Members that a source of ours declares, and that are not private. */
function isOwn({name, declarations = []}: ts.Symbol): boolean {
  const [declaration] = declarations;
  if (!declaration || name.startsWith('#') || name.startsWith('__')) return false;
  if (ts.getCombinedModifierFlags(declaration) & (ts.ModifierFlags.Private | ts.ModifierFlags.Protected))
    return false;
  return !declaration.getSourceFile().fileName.includes('node_modules');
}

const paragraph = (text: string): readonly string[] => (text ? [text, ''] : []);

function docOf(checker: ts.TypeChecker, symbol: ts.Symbol): string {
  const throws = symbol
    .getJsDocTags(checker)
    .filter(({name}) => name === 'throws')
    .map(({text}) => `Throws ${ts.displayPartsToString(text)}`);
  return [ts.displayPartsToString(symbol.getDocumentationComment(checker)), ...throws]
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim();
}

const access = {
  secret: 'secret key',
  caller: 'secret key or page’s token',
  shopper: 'shopper’s session',
  owner: 'secret key or shopper’s session',
  identified: 'any of these',
  sandbox: 'secret key, in development',
} as const satisfies Record<string, string>;

/** Routes and error codes of the service, by its OpenAPI description. */
function protocolReference(): string {
  const operations = operationsOf({sandbox: true});
  const tags = [...new Set(operations.map(({tag}) => tag))];
  return [
    '# The service’s API',
    '',
    `${made('the service’s OpenAPI description')} A running service has the whole of it, with every field and example, at`,
    '`/docs` and `/openapi.json`. What a shop’s own server answers is [the contract](../contract.md).',
    '',
    ...tags.flatMap((tag) =>
      section(
        `## ${tag}`,
        table(
          ['method', 'address', 'asked with', 'what it does'],
          operations
            .filter((one) => one.tag === tag)
            .map(({method, path, access: by, summary}) => [
              method.toUpperCase(),
              code(path.replace(/:(\w+)/g, '{$1}')),
              (access as Readonly<Record<string, string>>)[by as string] ?? 'nothing',
              summary,
            ]),
        ),
      ),
    ),
    '## Error codes of the service',
    '',
    ...table(
      ['code', 'status', 'meaning'],
      Object.entries(errorCodes).map(([name, [status, meaning]]) => [code(name), String(status), meaning]),
    ),
  ].join('\n');
}

/** What the programs say of themselves. */
function cliReference(): string {
  const block = (title: string, text: string) => [`## ${title}`, '', '```', text.trim(), '```', ''];
  return [
    '# Command line',
    '',
    made('what the programs answer to `--help`'),
    '',
    ...block('`card-vault check`', checkUsage),
    ...block('`card-vault contract`', contractUsage),
    ...block('`card-vault policy`', policyUsage),
    ...block('`card-vault-service`', serviceUsage()),
  ].join('\n');
}

/** Writes the pages into `site/reference`, which is no part of the repository and comes with the package. */
export async function writeReference(folder = 'site/reference'): Promise<void> {
  const pages = {
    element: await elementReference(),
    kit: kitReference(),
    protocol: protocolReference(),
    cli: cliReference(),
  };
  mkdirSync(folder, {recursive: true});
  for (const [name, text] of Object.entries(pages))
    writeFileSync(join(folder, `${name}.md`), `${text.trim()}\n`);
}
