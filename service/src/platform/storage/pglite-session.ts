import {randomBytes} from 'node:crypto';
import {protocol} from '@electric-sql/pglite';
import type {PGlite} from '@electric-sql/pglite';
import type {Statement} from './database.js';

const {serialize, Parser} = protocol;

export type Row = Record<string, unknown>;

/** The outcome of one statement. `command` is the server's command tag, such as `INSERT 0 1`. */
export type Outcome =
  | {readonly rows: readonly Row[]; readonly fields: readonly Field[]; readonly command: string}
  | {readonly error: ProtocolError};

/** A column of an answer; `type` is the oid of its type. */
export interface Field {
  readonly name: string;
  readonly type: number;
}

export type ProtocolError = Error & {readonly code?: string | undefined};

/** A statement that the engine has read and keeps under a name. */
interface Prepared {
  readonly name: string;
  readonly types: readonly number[];
  readonly fields: readonly Field[];
  /** Milliseconds of this session's clock. */
  readonly readAt: number;
}

/** A statement and the message that runs it. */
interface Ready {
  readonly sql: string;
  readonly prepared?: Prepared;
  readonly message: Uint8Array;
}

type Message = Parameters<Parameters<InstanceType<typeof Parser>['parse']>[1]>[0];
type Part = readonly Message[];

/** Statements kept at a time; the one that was not asked for longest makes room. */
const mostPrepared = 500;
/**
 * How long a statement stays prepared. Its plan fits the table sizes of that time. PGlite gathers no
 * statistics that would replan it, and the best plan for an empty table is a disaster for a full one.
 */
const freshMs = 5000;

/**
 * Speaks PGlite's wire protocol with it: each statement with parameters is read once and then only bound and
 * run, and several go in one message. `PGlite.query` takes five messages for every statement and some four
 * times as long. The engine has one session and answers at once, so nothing here waits; who may speak when is
 * not its business.
 */
export class PgliteSession {
  readonly #engine: PGlite;
  readonly #prepared = new Map<string, Prepared>();
  /** Sessions that follow one another on an engine do not share names. */
  readonly #prefix = randomBytes(6).toString('hex');
  #named = 0;
  readonly #now: () => number;

  /** `now`: milliseconds of any clock that only goes forward. */
  constructor(engine: PGlite, now: () => number = () => performance.now()) {
    this.#engine = engine;
    this.#now = now;
  }

  /** Whether a statement has been read before, so that it only has to be run. */
  knows({sql, parameters = []}: Statement): boolean {
    return parameters.length === 0 || this.#fresh(sql) !== undefined;
  }

  /**
   * Runs statements one after the other, in one message. Each is a success or failure of its own, as if sent
   * alone.
   */
  run(statements: readonly Statement[]): Outcome[] {
    const ready = statements.map((statement) => this.#ready(statement));
    const messages = ready.flatMap((one) => ('message' in one ? [one.message] : []));
    const parts = messages.length > 0 ? this.#exchange(messages) : [];
    if (parts.length !== messages.length)
      throw new Error('The database answered another number of statements.');
    let next = 0;
    return ready.map((one) => ('message' in one ? this.#outcome(parts[next++]!, one) : one));
  }

  /**
   * Runs statements as a transaction of their own, in one message with one end: whole or not at all. Answers
   * the outcome of each, or of the one that failed.
   */
  runWhole(statements: readonly Statement[]): readonly Outcome[] | {readonly error: ProtocolError} {
    try {
      const ready = statements.map(({sql, parameters = []}) => {
        const prepared = this.#prepare(sql);
        const values = parameters.map((value, index) => this.#text(value, prepared.types[index]));
        const bind = serialize.bind({statement: prepared.name, values});
        return {sql, prepared, message: joined([bind, serialize.execute({})])};
      });
      const [answer = []] = this.#exchange([...ready.map(({message}) => message), serialize.sync()]);
      const parts = splitAfter(answer, ({name}) => name === 'commandComplete' || name === 'emptyQuery');
      const outcomes = ready.map((one, index) => this.#outcome(parts[index] ?? [], one));
      return outcomes.find((outcome) => 'error' in outcome) ?? outcomes;
    } catch (error) {
      return {error: error as ProtocolError};
    }
  }

  /** The message that runs a statement, or why there is none. */
  #ready({sql, parameters = []}: Statement): Ready | {readonly error: ProtocolError} {
    // Without parameters it is BEGIN, COMMIT or a migration: nothing that is worth being kept.
    if (parameters.length === 0) return {sql, message: unprepared(sql)};
    try {
      const prepared = this.#prepare(sql);
      const values = parameters.map((value, index) => this.#text(value, prepared.types[index]));
      const bind = serialize.bind({statement: prepared.name, values});
      return {sql, prepared, message: joined([bind, serialize.execute({}), serialize.sync()])};
    } catch (error) {
      return {error: error as ProtocolError};
    }
  }

  #fresh(sql: string): Prepared | undefined {
    const known = this.#prepared.get(sql);
    return known && this.#now() - known.readAt < freshMs ? known : undefined;
  }

  #prepare(sql: string): Prepared {
    const known = this.#fresh(sql);
    if (known) return known;
    if (this.#prepared.has(sql)) this.#forget(sql);
    const name = `${this.#prefix}_${++this.#named}`;
    const [part = []] = this.#exchange([
      joined([
        ...[serialize.parse({name, text: sql}), serialize.describe({type: 'S', name})],
        serialize.sync(),
      ]),
    ]);
    refuseError(part);
    const types = part.find((message) => message instanceof protocol.messages.ParameterDescriptionMessage);
    const prepared = {name, types: types?.dataTypeIDs ?? [], fields: fieldsOf(part), readAt: this.#now()};
    this.#prepared.set(sql, prepared);
    for (const [oldest] of this.#prepared) {
      if (this.#prepared.size <= mostPrepared) break;
      this.#forget(oldest);
    }
    return prepared;
  }

  #forget(sql: string): void {
    const {name} = this.#prepared.get(sql)!;
    this.#prepared.delete(sql);
    this.#exchange([joined([serialize.close({type: 'S', name}), serialize.sync()])]);
  }

  #outcome(part: Part, {sql, prepared}: Ready): Outcome {
    try {
      refuseError(part);
    } catch (error) {
      // A changed table: the statement has to be read anew, the next time.
      if (prepared && (error as ProtocolError).code === '0A000') this.#forget(sql);
      return {error: error as ProtocolError};
    }
    const fields = prepared?.fields ?? fieldsOf(part);
    const rows = part
      .filter((message) => message instanceof protocol.messages.DataRowMessage)
      .map((message) => this.#row(message.fields, fields));
    const done = part.find((message) => message instanceof protocol.messages.CommandCompleteMessage);
    return {rows, fields, command: done?.text ?? ''};
  }

  #row(values: readonly (string | null)[], fields: readonly Field[]): Row {
    const row: Row = {};
    fields.forEach(({name, type}, index) => {
      const text = values[index] ?? null;
      const parse = this.#engine.parsers[type];
      row[name] = text === null || !parse ? text : (parse(text, type) as unknown);
    });
    return row;
  }

  /** A parameter as the protocol carries it, by the engine's own rules for its type. */
  #text(value: unknown, type: number | undefined): string | null {
    if (value === null || value === undefined) return null;
    const serializer = type === undefined ? undefined : this.#engine.serializers[type];
    return serializer ? (serializer(value) as string) : String(value as string);
  }

  /** Sends messages as one; answers what came back for each, up to its `readyForQuery`. */
  #exchange(messages: readonly Uint8Array[]): Message[][] {
    const answer = this.#engine.execProtocolRawSync(joined(messages));
    const parts: Message[][] = [];
    let part: Message[] = [];
    new Parser().parse(answer, (message) => {
      if (message.name !== 'readyForQuery') return void part.push(message);
      parts.push(part);
      part = [];
    });
    return parts;
  }
}

const unprepared = (sql: string) =>
  joined([
    ...[serialize.parse({text: sql}), serialize.bind({}), serialize.describe({type: 'P'})],
    ...[serialize.execute({}), serialize.sync()],
  ]);

/** Cuts after each message that ends something. */
function splitAfter(messages: Part, isEnd: (message: Message) => boolean): readonly Part[] {
  const parts: Message[][] = [[]];
  for (const message of messages) {
    parts.at(-1)!.push(message);
    if (isEnd(message)) parts.push([]);
  }
  return parts;
}

function refuseError(part: Part): void {
  const failed = part.find((message) => message instanceof protocol.messages.DatabaseError);
  if (failed) throw failed;
}

function fieldsOf(part: Part): readonly Field[] {
  const described = part.find((message) => message instanceof protocol.messages.RowDescriptionMessage);
  return described?.fields.map(({name, dataTypeID}) => ({name, type: dataTypeID})) ?? [];
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
