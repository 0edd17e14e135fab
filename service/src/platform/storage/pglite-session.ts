import {randomBytes} from 'node:crypto';
import {protocol, type PGlite} from '@electric-sql/pglite';
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

/** An error of the database; `code` is its SQLSTATE. */
export type ProtocolError = Error & {readonly code?: string | undefined};

/** A prepared statement. */
interface Prepared {
  readonly name: string;
  readonly types: readonly number[];
  readonly fields: readonly Field[];
  /** When it was prepared, in milliseconds of this session's clock. */
  readonly preparedAt: number;
}

/** A statement, and the protocol messages that run it, joined. */
interface Runnable {
  readonly sql: string;
  readonly prepared?: Prepared;
  readonly message: Uint8Array;
}

type Message = Parameters<Parameters<InstanceType<typeof Parser>['parse']>[1]>[0];
type Messages = readonly Message[];

/** Limit of prepared statements. Beyond it, the oldest is closed. */
const maxPrepared = 500;
/**
 * How long a statement stays prepared. Its plan fits the table sizes of that time. PGlite gathers no
 * statistics that would replan it, and a plan for an empty table is very slow on a full one.
 */
const maxAgeMs = 5000;

/**
 * Speaks PostgreSQL's wire protocol with PGlite. A statement with parameters is parsed once and then only
 * bound and executed, and several statements go in one message. `PGlite.query` needs five messages for each
 * statement and takes about four times as long. PGlite answers synchronously, so nothing here is awaited;
 * `PgliteQueue` decides which statement runs when.
 */
export class PgliteSession {
  readonly #engine: PGlite;
  readonly #prepared = new Map<string, Prepared>();
  /** Makes names unique, because several sessions may follow each other on one engine. */
  readonly #prefix = randomBytes(6).toString('hex');
  #nameCount = 0;
  readonly #now: () => number;

  /** @param now Milliseconds of any clock that never goes back. */
  constructor(engine: PGlite, now: () => number = () => performance.now()) {
    this.#engine = engine;
    this.#now = now;
  }

  /** Whether a statement needs no parsing, because it is prepared or has no parameters. */
  knows({sql, parameters = []}: Statement): boolean {
    return parameters.length === 0 || this.#preparedRecently(sql) !== undefined;
  }

  /** Runs statements one after another, in one message. Each succeeds or fails separately. */
  run(statements: readonly Statement[]): Outcome[] {
    const runnables = statements.map((statement) => this.#toRunnable(statement));
    const messages = runnables.flatMap((item) => ('message' in item ? [item.message] : []));
    const answers = messages.length > 0 ? this.#exchange(messages) : [];
    if (answers.length !== messages.length)
      throw new Error('PGlite answered another number of statements than were sent.');
    // A statement that could not be prepared was not sent, so it has no answer.
    let next = 0;
    return runnables.map((item) => ('message' in item ? this.#readOutcome(answers[next++]!, item) : item));
  }

  /**
   * Runs statements as one transaction, in one message. Returns the outcome of each, or the error of the
   * one that failed.
   */
  runTransaction(statements: readonly Statement[]): readonly Outcome[] | {readonly error: ProtocolError} {
    try {
      const runnables = statements.map(({sql, parameters = []}) => {
        const prepared = this.#prepare(sql);
        return {sql, prepared, message: join([this.#bind(prepared, parameters), serialize.execute({})])};
      });
      const [answer = []] = this.#exchange([...runnables.map(({message}) => message), serialize.sync()]);
      const parts = splitAfter(answer, ({name}) => name === 'commandComplete' || name === 'emptyQuery');
      const outcomes = runnables.map((item, index) => this.#readOutcome(parts[index] ?? [], item));
      return outcomes.find((outcome) => 'error' in outcome) ?? outcomes;
    } catch (error) {
      return {error: error as ProtocolError};
    }
  }

  /** The message that runs a statement, or the error of preparing it. */
  #toRunnable({sql, parameters = []}: Statement): Runnable | {readonly error: ProtocolError} {
    // Without parameters it is BEGIN, COMMIT or a migration, which need not stay prepared.
    if (parameters.length === 0) return {sql, message: unpreparedMessage(sql)};
    try {
      const prepared = this.#prepare(sql);
      const bind = this.#bind(prepared, parameters);
      return {sql, prepared, message: join([bind, serialize.execute({}), serialize.sync()])};
    } catch (error) {
      return {error: error as ProtocolError};
    }
  }

  #preparedRecently(sql: string): Prepared | undefined {
    const known = this.#prepared.get(sql);
    return known && this.#now() - known.preparedAt < maxAgeMs ? known : undefined;
  }

  #prepare(sql: string): Prepared {
    const known = this.#preparedRecently(sql);
    if (known) return known;
    if (this.#prepared.has(sql)) this.#forget(sql);
    const name = `${this.#prefix}_${++this.#nameCount}`;
    const [messages = []] = this.#exchange([
      serialize.parse({name, text: sql}),
      serialize.describe({type: 'S', name}),
      serialize.sync(),
    ]);
    throwIfFailed(messages);
    const described = messages.find(
      (message) => message instanceof protocol.messages.ParameterDescriptionMessage,
    );
    const prepared = {
      name,
      types: described?.dataTypeIDs ?? [],
      fields: fieldsOf(messages),
      preparedAt: this.#now(),
    };
    this.#prepared.set(sql, prepared);
    for (const [oldest] of this.#prepared) {
      if (this.#prepared.size <= maxPrepared) break;
      this.#forget(oldest);
    }
    return prepared;
  }

  #forget(sql: string): void {
    const {name} = this.#prepared.get(sql)!;
    this.#prepared.delete(sql);
    this.#exchange([serialize.close({type: 'S', name}), serialize.sync()]);
  }

  /** The message that gives a prepared statement its parameters. */
  #bind({name, types}: Prepared, parameters: readonly unknown[]): Uint8Array {
    const values = parameters.map((value, index) => this.#toText(value, types[index]));
    return serialize.bind({statement: name, values});
  }

  #readOutcome(messages: Messages, {sql, prepared}: Runnable): Outcome {
    try {
      throwIfFailed(messages);
    } catch (error) {
      // SQLSTATE 0A000: a table has changed, so the statement must be prepared again the next time.
      if (prepared && (error as ProtocolError).code === '0A000') this.#forget(sql);
      return {error: error as ProtocolError};
    }
    const fields = prepared?.fields ?? fieldsOf(messages);
    const rows = messages
      .filter((message) => message instanceof protocol.messages.DataRowMessage)
      .map((message) => this.#readRow(message.fields, fields));
    const done = messages.find((message) => message instanceof protocol.messages.CommandCompleteMessage);
    return {rows, fields, command: done?.text ?? ''};
  }

  #readRow(values: readonly (string | null)[], fields: readonly Field[]): Row {
    const row: Row = {};
    fields.forEach(({name, type}, index) => {
      const text = values[index] ?? null;
      const parse = this.#engine.parsers[type];
      row[name] = text === null || !parse ? text : (parse(text, type) as unknown);
    });
    return row;
  }

  /** Converts a parameter to the protocol's text form, by the engine's rules for its type. */
  #toText(value: unknown, type: number | undefined): string | null {
    if (value === null || value === undefined) return null;
    const serializer = type === undefined ? undefined : this.#engine.serializers[type];
    return serializer ? (serializer(value) as string) : String(value as string);
  }

  /**
   * Sends messages together. Returns the answers, split at each `readyForQuery`. `execProtocolRawStream` has
   * handed over all of them when it returns its promise. `execProtocolRawSync` would keep them in memory.
   */
  #exchange(messages: readonly Uint8Array[]): Message[][] {
    const answers: Message[][] = [];
    let answer: Message[] = [];
    const parser = new Parser();
    const onRawData = (bytes: Uint8Array): void =>
      // A copy, because PGlite hands out its own memory and the parser keeps what is not a whole message yet.
      parser.parse(bytes.slice(), (message) => {
        if (message.name !== 'readyForQuery') return void answer.push(message);
        answers.push(answer);
        answer = [];
      });
    this.#engine.execProtocolRawStream(join(messages), {syncToFs: false, onRawData}).catch(() => undefined);
    if (answers.length === 0) throw new Error('PGlite did not answer.');
    return answers;
  }
}

const unpreparedMessage = (sql: string) =>
  join([
    serialize.parse({text: sql}),
    serialize.bind({}),
    serialize.describe({type: 'P'}),
    serialize.execute({}),
    serialize.sync(),
  ]);

/** Splits messages after each one that `isEnd` accepts. */
function splitAfter(messages: Messages, isEnd: (message: Message) => boolean): readonly Messages[] {
  const parts: Message[][] = [[]];
  for (const message of messages) {
    parts.at(-1)!.push(message);
    if (isEnd(message)) parts.push([]);
  }
  return parts;
}

function throwIfFailed(messages: Messages): void {
  const failed = messages.find((message) => message instanceof protocol.messages.DatabaseError);
  if (failed) throw failed;
}

function fieldsOf(messages: Messages): readonly Field[] {
  const described = messages.find((message) => message instanceof protocol.messages.RowDescriptionMessage);
  return described?.fields.map(({name, dataTypeID}) => ({name, type: dataTypeID})) ?? [];
}

function join(messages: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(messages.reduce((length, message) => length + message.length, 0));
  let position = 0;
  for (const message of messages) {
    bytes.set(message, position);
    position += message.length;
  }
  return bytes;
}
