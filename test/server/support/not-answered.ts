import {readFileSync} from 'node:fs';

/** One row of docs/not-answered.md: a request that clients of others make, and how the service refuses it. */
export interface Refusal {
  readonly method: string;
  /** With `{name}` for values. */
  readonly path: string;
  /** What the body says, beside what the call needs anyway. */
  readonly body: object | undefined;
  readonly asks: string;
  readonly status: number;
  readonly code: string;
  readonly reason: string;
}

const row =
  /^\| `(?<method>[A-Z]+) (?<path>\/\S*?)(?: (?<body>\{.*\}))?` +\| (?<asks>.+?) +\| (?<status>\d{3})(?: `(?<code>[\w.]+)`)? +\| (?<reason>.+?) +\|$/;

/** The list of docs/not-answered.md. A row of it that cannot be read is an error. */
export function notAnswered(): readonly Refusal[] {
  const rows = readFileSync('docs/not-answered.md', 'utf8')
    .split('\n')
    .filter((line) => /^\| `/.test(line));
  return rows.map((line) => {
    const {method, path, body, asks, status, code, reason} = row.exec(line)?.groups ?? {};
    if (!method || !path || !asks || !status || !reason) throw new Error(`not a row of the list: ${line}`);
    const said = body === undefined ? undefined : (JSON.parse(body) as object);
    return {method, path, body: said, asks, status: Number(status), code: code ?? '', reason};
  });
}
