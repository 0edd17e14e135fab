/**
 * Finds functions that wait for something outside while a transaction is open. A transaction begins with the first
 * `query` of a unit of work, or with the callback of `transaction`, and PGlite has one connection for everybody.
 */
import {join, relative, resolve} from 'node:path';
import ts from 'typescript';
import {filesBelow} from './source.js';

/** Modules whose functions wait for something that is not the database. */
const outsideModules = /^(node:)?(timers|fs|dns|http|https|http2|net|tls|child_process)(\/promises)?$/;
/** Their functions that wait without a promise. */
const waitsByCallback = /^(request|get|connect|createConnection|lookup|spawn|exec|execFile)$/;
/** Interfaces behind which a deployment has other machines. */
const portFolder = /\/domain\/ports\//;

type WithBody = ts.SignatureDeclaration & {readonly body: ts.Node};
const hasBody = (node: ts.Node): node is WithBody =>
  ts.isFunctionLike(node) && 'body' in node && (node as {body?: ts.Node}).body !== undefined;

/** What a call does with the transaction of its caller. */
interface Effect {
  /** Whether it begins the transaction, by a query, or ends it. */
  readonly begins: boolean;
  readonly ends?: boolean;
  /** What it waits for outside; undefined for nothing. */
  readonly outside: string | undefined;
}

const otherConnection = 'another connection to the database';
const nothing: Effect = {begins: false, outside: undefined};

export class TransactionCheck {
  readonly #checker: ts.TypeChecker;
  readonly #sources: readonly ts.SourceFile[];
  /** Functions that implement a method or a function type, by its declaration. */
  readonly #implementations = new Map<ts.Node, Set<WithBody>>();
  readonly #outside = new Map<WithBody, string | undefined>();
  readonly #begins = new Map<string, boolean>();
  readonly #found = new Set<string>();

  constructor(folder: string, extra: Readonly<Record<string, string>> = {}) {
    const path = join(folder, 'tsconfig.json');
    const {config} = ts.readConfigFile(path, (name) => ts.sys.readFile(name)) as {config: object};
    const {options} = ts.parseJsonConfigFileContent(config, ts.sys, folder);
    const host = ts.createCompilerHost(options);
    const read = host.readFile.bind(host);
    host.readFile = (name) => extra[name] ?? read(name);
    const exists = host.fileExists.bind(host);
    host.fileExists = (name) => name in extra || exists(name);
    const files = filesBelow(join(folder, 'src')).filter((file) => !file.includes('/browser/'));
    const program = ts.createProgram([...files, ...Object.keys(extra)], options, host);
    this.#checker = program.getTypeChecker();
    const own = new Set([...files, ...Object.keys(extra)].map((file) => resolve(file)));
    this.#sources = program.getSourceFiles().filter(({fileName}) => own.has(resolve(fileName)));
  }

  /** How many transactions were followed, and every wait inside one. */
  run(): {readonly transactions: number; readonly waits: readonly string[]} {
    for (const source of this.#sources) this.#each(source, (node) => this.#noteImplementation(node));
    let transactions = 0;
    for (const source of this.#sources) {
      this.#each(source, (node) => {
        if (!hasBody(node)) return;
        for (const parameter of node.parameters) {
          if (!this.#isTransaction(parameter.name)) continue;
          transactions++;
          const symbol = this.#checker.getSymbolAtLocation(parameter.name)!;
          this.#walk(node.body, {symbol, isOpen: false});
        }
      });
    }
    return {transactions, waits: [...this.#found].sort()};
  }

  #each(node: ts.Node, visit: (node: ts.Node) => void): void {
    visit(node);
    ts.forEachChild(node, (child) => this.#each(child, visit));
  }

  /** Notes which declared method or function type a function stands for. */
  #noteImplementation(node: ts.Node): void {
    if (!hasBody(node)) return;
    const note = (declaration: ts.Node | undefined) => {
      if (!declaration || declaration === node) return;
      const known = this.#implementations.get(declaration) ?? new Set();
      this.#implementations.set(declaration, known.add(node));
    };
    if (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) {
      for (const signature of this.#checker.getContextualType(node)?.getCallSignatures() ?? [])
        note(signature.declaration);
    }
    const {name, parent} = node;
    const member = ts.isPropertyAssignment(parent) || ts.isPropertyDeclaration(parent) ? parent : node;
    const memberName = member === node ? name : (member as ts.PropertyAssignment).name;
    if (!memberName || !ts.isIdentifier(memberName)) return;
    const owner = member.parent;
    const types = ts.isObjectLiteralExpression(owner)
      ? [this.#checker.getContextualType(owner)]
      : ts.isClassLike(owner)
        ? (owner.heritageClauses ?? []).flatMap(({types}) =>
            types.map((type) => this.#checker.getTypeAtLocation(type)),
          )
        : [];
    for (const type of types) {
      const property = type && this.#checker.getPropertyOfType(type, memberName.text);
      for (const declaration of property?.declarations ?? []) note(declaration);
    }
  }

  /** Whether a value has the methods of a transaction. */
  #isTransaction(node: ts.Node): boolean {
    const type = this.#checker.getNonNullableType(this.#checker.getTypeAtLocation(node));
    return type.getProperty('atEnd') !== undefined && type.getProperty('query') !== undefined;
  }

  /** Functions that a call may run, and the declarations that it was written against. */
  #targetsOf(call: ts.CallExpression): {bodies: readonly WithBody[]; declared: readonly ts.Node[]} {
    const declaration = this.#checker.getResolvedSignature(call)?.declaration;
    const symbol = this.#checker.getSymbolAtLocation(
      ts.isPropertyAccessExpression(call.expression) ? call.expression.name : call.expression,
    );
    const declared = [declaration, ...(symbol?.declarations ?? [])].filter((node) => node !== undefined);
    const bodies = new Set<WithBody>();
    for (const node of declared) {
      if (hasBody(node)) bodies.add(node);
      for (const body of this.#implementations.get(node) ?? []) bodies.add(body);
    }
    return {bodies: [...bodies].filter((body) => !body.getSourceFile().isDeclarationFile), declared};
  }

  /** What a function waits for outside: a module of Node, a port, or another connection to the database. */
  #outsideOf(body: WithBody): string | undefined {
    if (this.#outside.has(body)) return this.#outside.get(body);
    this.#outside.set(body, undefined);
    const parameters = new Set(
      body.parameters.map(({name}) => this.#checker.getSymbolAtLocation(name)).filter(Boolean),
    );
    let found: string | undefined;
    const visit = (node: ts.Node): void => {
      if (found !== undefined || ts.isVoidExpression(node)) return;
      if (ts.isFunctionLike(node) && !isArgument(node)) return;
      // One's own transaction is begun only where the caller has none.
      if (ts.isConditionalExpression(node) && this.#isTransaction(node.condition))
        return visit(node.whenTrue);
      ts.forEachChild(node, visit);
      if (ts.isCallExpression(node))
        found ??= this.#directlyOutside(node, parameters) ?? this.#viaTargets(node);
    };
    visit(body.body);
    this.#outside.set(body, found);
    return found;
  }

  #viaTargets(call: ts.CallExpression): string | undefined {
    if (this.#isStatement(call)) return undefined;
    for (const body of this.#targetsOf(call).bodies) {
      const outside = this.#outsideOf(body);
      if (outside !== undefined) return outside;
    }
    return undefined;
  }

  #directlyOutside(call: ts.CallExpression, own: ReadonlySet<ts.Symbol | undefined>): string | undefined {
    const {expression} = call;
    if (this.#isStatement(call) && ts.isPropertyAccessExpression(expression))
      return this.#isOtherConnection(expression.expression, own) ? otherConnection : undefined;
    const name = ts.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText();
    if (name === 'fetch') return 'fetch';
    const isPromise = this.#checker.getTypeAtLocation(call).getProperty('then') !== undefined;
    const {declared, bodies} = this.#targetsOf(call);
    const isUnknown = bodies.length === 0 && declared.some(isOwnFunctionType);
    // A function that is handed the transaction works in it.
    if (isPromise && isUnknown && !call.arguments.some((argument) => this.#takesStatements(argument)))
      return `${name}, which may do anything`;
    for (const node of declared) {
      if (isPromise && portFolder.test(node.getSourceFile().fileName)) return `the port’s ${name}`;
      const module = moduleOf(node);
      const isOutside = module !== undefined && outsideModules.test(module);
      if (isOutside && (isPromise || waitsByCallback.test(name))) return `${name} of ${module}`;
    }
    return undefined;
  }

  /** Whether a call sends a statement: to the transaction, or to something else. */
  #isStatement(call: ts.CallExpression): boolean {
    const {expression} = call;
    if (!ts.isPropertyAccessExpression(expression) || !/^(query|transaction)$/.test(expression.name.text))
      return false;
    return this.#takesStatements(expression.expression);
  }

  #takesStatements(node: ts.Node): boolean {
    return this.#checker.getTypeAtLocation(node).getProperty('query') !== undefined;
  }

  /** What a function is given may be the transaction; what it has from elsewhere is not. */
  #isOtherConnection(receiver: ts.Expression, own: ReadonlySet<ts.Symbol | undefined>): boolean {
    const symbol = this.#checker.getSymbolAtLocation(receiver);
    const type = this.#checker.getTypeAtLocation(receiver);
    if (type.getProperty('transaction') !== undefined) return true;
    const isParameter = symbol?.valueDeclaration !== undefined && ts.isParameter(symbol.valueDeclaration);
    return type.getProperty('atEnd') === undefined && !own.has(symbol) && !isParameter;
  }

  /** Whether a function runs a query of the transaction that it is given as a parameter. */
  #beginsBy(body: WithBody, index: number): boolean {
    const source = body.getSourceFile();
    const key = `${source.fileName}:${body.pos}:${index}`;
    const known = this.#begins.get(key);
    if (known !== undefined) return known;
    this.#begins.set(key, false);
    const name = body.parameters[index]?.name;
    const symbol = name && this.#checker.getSymbolAtLocation(name);
    const effects: Effect[] = [];
    if (symbol) this.#each(body.body, (node) => effects.push(this.#effectOn(node, symbol)));
    const begins = effects.some((effect) => effect.begins) && !effects.some((effect) => effect.ends);
    this.#begins.set(key, begins);
    return begins;
  }

  /** What one call does, seen from a function that has the transaction `symbol`. */
  #effectOn(node: ts.Node, symbol: ts.Symbol): Effect {
    if (!ts.isCallExpression(node)) return nothing;
    const {expression} = node;
    const isOwn = (part: ts.Node) => this.#checker.getSymbolAtLocation(part) === symbol;
    if (ts.isPropertyAccessExpression(expression) && isOwn(expression.expression)) {
      if (expression.name.text === 'query') return {begins: true, outside: undefined};
      if (/^(commit|end|rollBack)$/.test(expression.name.text))
        return {begins: false, ends: true, outside: undefined};
      if (expression.name.text === 'lease') return {begins: false, outside: otherConnection};
      return nothing;
    }
    const {bodies} = this.#targetsOf(node);
    const begins = node.arguments.some(
      (argument, index) => isOwn(argument) && bodies.some((body) => this.#beginsBy(body, index)),
    );
    const outside = this.#directlyOutside(node, new Set([symbol])) ?? this.#viaTargets(node);
    return {begins, outside};
  }

  /** Follows the statements of a function in their order. Returns whether the transaction is open after them. */
  #walk(node: ts.Node, at: {symbol: ts.Symbol; isOpen: boolean}): boolean {
    let {isOpen} = at;
    const next = (child: ts.Node | undefined) => {
      if (child) isOpen = this.#walk(child, {...at, isOpen});
    };
    if (ts.isIfStatement(node)) {
      next(node.expression);
      const before = isOpen;
      const branches = [node.thenStatement, node.elseStatement].map((branch) => {
        isOpen = before;
        next(branch);
        return branch && ends(branch) ? false : isOpen;
      });
      return branches.some(Boolean);
    }
    if (ts.isConditionalExpression(node) && this.#isTransaction(node.condition)) {
      next(node.whenTrue);
      return isOpen;
    }
    if (ts.isVoidExpression(node) || (ts.isFunctionLike(node) && !isArgument(node))) return isOpen;
    ts.forEachChild(node, next);
    if (ts.isIterationStatement(node, false)) ts.forEachChild(node, next);
    if (!ts.isCallExpression(node)) return isOpen;
    const {begins, ends: isOver = false, outside} = this.#effectOn(node, at.symbol);
    if (isOpen && outside !== undefined) {
      const source = node.getSourceFile();
      const {line} = source.getLineAndCharacterOfPosition(node.getStart());
      const file = relative('.', source.fileName);
      this.#found.add(`${file}:${line + 1} ${node.expression.getText()} waits for ${outside}`);
    }
    return !isOver && (isOpen || begins);
  }
}

/** Whether what follows a statement is not reached from it. */
function ends(statement: ts.Statement): boolean {
  if (ts.isReturnStatement(statement) || ts.isThrowStatement(statement)) return true;
  return ts.isBlock(statement) && statement.statements.length > 0 && ends(statement.statements.at(-1)!);
}

/** The module of Node's types that declares a function. */
function moduleOf(node: ts.Node): string | undefined {
  for (let at: ts.Node | undefined = node; at; at = at.parent)
    if (ts.isModuleDeclaration(at) && ts.isStringLiteral(at.name)) return at.name.text;
  return undefined;
}

/** Whether a function is handed to a call, which may run it at once. */
const isArgument = ({parent}: ts.Node) => ts.isCallExpression(parent) || ts.isNewExpression(parent);

/** Whether a call was written against a type of function of this project. */
const isOwnFunctionType = (node: ts.Node) =>
  ts.isFunctionTypeNode(node) && !node.getSourceFile().isDeclarationFile;
