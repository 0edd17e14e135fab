import {existsSync} from 'node:fs';
import {resolve} from 'node:path';
import ts from 'typescript';

const config = 'test/types/tsconfig.json';
const read = ts.readConfigFile(config, ts.sys.readFile).config as object;
const settings = ts.parseJsonConfigFileContent(read, ts.sys, resolve('test/types')).options;

const parsed = new Map<string, ts.SourceFile | undefined>();

/** Compiles a file of `test/types`, or a text as if it stood there, and gives what the compiler says of it and of `also`. */
export function complaints(
  file: string,
  {also = [], paths = {}, text}: {also?: readonly string[]; paths?: ts.MapLike<string[]>; text?: string} = {},
): string[] {
  const options: ts.CompilerOptions = {...settings, paths: {...settings.paths, ...paths}, noEmit: true};
  const name = resolve('test/types', file);
  const host = ts.createCompilerHost(options);
  const {getSourceFile, fileExists, readFile} = host;
  host.fileExists = (path) => (text !== undefined && path === name) || fileExists(path);
  host.readFile = (path) => (text !== undefined && path === name ? text : readFile(path));
  host.getSourceFile = (path, version, ...others) => {
    if (path === name && text !== undefined) return ts.createSourceFile(path, text, version, true);
    if (!parsed.has(path)) parsed.set(path, getSourceFile(path, version, ...others));
    return parsed.get(path);
  };
  const program = ts.createProgram([name], options, host);
  return [name, ...also.map((path) => resolve(path))].flatMap((path) => {
    const source = program.getSourceFile(path);
    if (!source || (path !== name && !existsSync(path))) return [`${path} is no part of the program`];
    return ts.getPreEmitDiagnostics(program, source).map((found) => {
      const line = found.file && ts.getLineAndCharacterOfPosition(found.file, found.start ?? 0).line + 1;
      return `${path.split('/').at(-1)}:${line} ${ts.flattenDiagnosticMessageText(found.messageText, ' ')}`;
    });
  });
}
