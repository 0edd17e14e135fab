/** A paragraph, list item or row of a table, and whether it says where it comes from. */
export interface Statement {
  readonly line: number;
  readonly text: string;
  readonly marked: boolean;
}

const mark = String.raw`\[[A-Z]\]`;
const endsMarked = new RegExp(String.raw`${mark}$`);
const markedCell = new RegExp(String.raw`\| ${mark}(?: ${mark})* +\|$`);

/** The statements of a document below a heading, which is left out with its own section. */
export function statementsOf(document: string, below: string): readonly Statement[] {
  const start = document.indexOf(`\n## ${below}\n`);
  const end = document.indexOf('\n## ', start + 1);
  if (start < 0 || end < 0) throw new Error(`no section ${below}, or nothing below it`);
  const offset = document.slice(0, end + 1).split('\n').length;
  const prose = document.slice(end + 1).replace(/^```[\s\S]*?^```/gm, (block) => block.replace(/[^\n]/g, ''));
  const statements: Statement[] = [];
  const lines = prose.split('\n');
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at]!;
    if (line === '' || line.startsWith('#') || /^\[\w\]: /.test(line) || /^\|[\s|-]+\|$/.test(line)) continue;
    if (line.startsWith('|')) {
      const isHead = /^\|[\s|-]+\|$/.test(lines[at + 1] ?? '');
      const marked = isHead ? /\| from +\|$/.test(line) : markedCell.test(line);
      statements.push({line: at + offset, text: line, marked});
      continue;
    }
    const first = at;
    while (continues(lines[at + 1])) at += 1;
    const text = lines.slice(first, at + 1).join('\n');
    statements.push({line: first + offset, text, marked: endsMarked.test(text)});
  }
  return statements;
}

/** A line that goes on with the text before it. */
const continues = (next: string | undefined) => next !== undefined && next !== '' && !/^(\||#|- )/.test(next);

/** The marks that a legend explains, and those that stand anywhere else. */
export function marksOf(document: string): {readonly explained: Set<string>; readonly used: Set<string>} {
  const all = (lines: readonly RegExpMatchArray[]) => new Set(lines.map(([, letter]) => letter!));
  const prose = document.replace(/^\[[A-Z]\]: .*$/gm, '');
  return {
    explained: all([...prose.matchAll(/^\| \[([A-Z])\] +\|/gm)]),
    used: all([...prose.replace(/^\| \[[A-Z]\] +\|/gm, '').matchAll(/\[([A-Z])\]/g)]),
  };
}
