import {dirname, resolve} from 'node:path';
import ts from 'typescript';
import type {CodeBlock} from './markdown.js';

/** What the shop of the documents has of its own: its login, its records, and values that an earlier block made. */
const shop = `
import type {CardVaultServer, CardVaultServerOptions, WebhookLogEntry} from 'card-vault/server';
declare global {
  const vault: CardVaultServer;
  const options: CardVaultServerOptions;
  const secret: string;
  const shopperOf: (request: Request) => Promise<{readonly customerToken: string} | undefined>;
  const orders: {
    termsOf(
      subscription: string,
      reference: string | undefined,
    ): {readonly amount: string; readonly currency: string} | undefined;
    begun(reference: string | undefined, subscription: string): Promise<void>;
    keep(order: string, facts: {readonly tracker: string}): Promise<void>;
  };
  const customer: string;
  const paymentMethod: string;
  const ship: (order: string) => Promise<void>;
  const access: {grant(customer: string, until: string | undefined): void; withdraw(customer: string): void};
  const mail: {cardFailed(customer: string, failure: string | undefined, nextAttemptAt: string): void};
  const audit: {write(entry: WebhookLogEntry): void};
}
`;

const folder = resolve('test/house');

/** The errors that TypeScript finds in blocks of code, each as strict as the sources of the packages. */
export function typeErrorsOf(blocks: readonly CodeBlock[]): readonly string[] {
  const {options} = readConfig('test/tsconfig.json');
  const snippets = new Map([[resolve(folder, 'snippet-shop.ts'), {text: shop, block: undefined}]]) as Map<
    string,
    {text: string; block: CodeBlock | undefined}
  >;
  // Vite, Next and the like declare style sheets; TypeScript itself does not.
  snippets.set(resolve(folder, 'snippet-styles.d.ts'), {text: "declare module '*.css';", block: undefined});
  for (const [index, block] of blocks.entries()) {
    const extension = block.language === 'tsx' ? 'tsx' : 'ts';
    // Every block is a module of its own: what it declares may hide what the shop has.
    snippets.set(resolve(folder, `snippet-${index}.${extension}`), {
      text: `${block.text}export {};\n`,
      block,
    });
  }
  const host = ts.createCompilerHost(options);
  const {readFile, fileExists, getSourceFile} = host;
  host.readFile = (name) => snippets.get(name)?.text ?? readFile(name);
  host.fileExists = (name) => snippets.has(name) || fileExists(name);
  host.getSourceFile = (name, ...rest) => {
    const snippet = snippets.get(name);
    return snippet
      ? ts.createSourceFile(name, snippet.text, options.target ?? ts.ScriptTarget.ES2022, true)
      : getSourceFile.call(host, name, ...rest);
  };
  const program = ts.createProgram([...snippets.keys()], options, host);
  return [...snippets].flatMap(([name, {block}]) => {
    const source = program.getSourceFile(name);
    const found = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
    return found.map((error) => {
      const {line} = ts.getLineAndCharacterOfPosition(source!, error.start ?? 0);
      const place = block ? `${block.file}:${block.line + 1 + line}` : `preamble:${line + 1}`;
      return `${place} ${ts.flattenDiagnosticMessageText(error.messageText, ' ')}`;
    });
  });
}

function readConfig(file: string): ts.ParsedCommandLine {
  const {config} = ts.readConfigFile(file, (name) => ts.sys.readFile(name)) as {config: unknown};
  return ts.parseJsonConfigFileContent(config, ts.sys, dirname(resolve(file)));
}
