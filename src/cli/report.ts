import {printable} from '../protocol/printable.js';

/** The result of one check: a sentence, and for what is wrong a second one that says what to do. */
export type AnyFinding<Name extends string = string> =
  | {readonly check: Name; readonly result: 'ok'; readonly says: string}
  | {
      readonly check: Name;
      readonly result: 'wrong';
      readonly says: string;
      readonly next: string;
      /** The document and its section with the rule that is broken. */
      readonly where?: string;
    }
  | {readonly check: Name; readonly result: 'not tried'; readonly says: string};

/** The findings, and every credential that was seen on the way: none of them may be printed. */
export interface Report<Finding extends AnyFinding = AnyFinding> {
  readonly findings: readonly Finding[];
  readonly credentials: readonly string[];
}

const shortestSecret = 6;

/** Characters of one sentence. A server may have said any number of them. */
const mostCharacters = 1000;

/**
 * Findings as they may be shown. Sentences hold what the tried servers said: every credential that was seen is
 * blanked out of them, and nothing is left that a terminal would obey.
 */
export function shownFindings<Finding extends AnyFinding>({
  findings,
  credentials,
}: Report<Finding>): readonly Finding[] {
  const secrets = credentials
    .flatMap((one) => [one, JSON.stringify(one).slice(1, -1), encodeURIComponent(one)])
    .filter((one) => one.length >= shortestSecret);
  const shown = (sentence: string): string => {
    const clean = secrets.reduce((text, one) => text.replaceAll(one, '[credential]'), printable(sentence));
    return clean.length > mostCharacters ? `${clean.slice(0, mostCharacters)} …` : clean;
  };
  return findings.map((finding) => ({
    ...finding,
    says: shown(finding.says),
    ...(finding.result === 'wrong' && {next: shown(finding.next)}),
  }));
}

/** Report of a command. */
export function writeReport(report: Report, json: boolean): string {
  const findings = shownFindings(report);
  return json ? JSON.stringify({ok: isAllRight(findings), checks: findings}) : asText(findings);
}

export const isAllRight = (findings: readonly AnyFinding[]): boolean =>
  findings.every(({result}) => result !== 'wrong');

function asText(findings: readonly AnyFinding[]): string {
  const count = (result: AnyFinding['result']) => findings.filter((one) => one.result === result).length;
  const width = Math.max(...findings.map(({check}) => check.length));
  const indent = ' '.repeat(width + 11);
  const lines = findings.map((finding) => {
    const said = `${finding.result.padEnd(9)} ${finding.check.padEnd(width)} ${finding.says}`;
    if (finding.result !== 'wrong') return said;
    const where = finding.where === undefined ? '' : ` (${finding.where})`;
    return `${said}\n${indent}→ ${finding.next}${where}`;
  });
  return [...lines, '', `${count('ok')} ok, ${count('wrong')} wrong, ${count('not tried')} not tried`].join(
    '\n',
  );
}
