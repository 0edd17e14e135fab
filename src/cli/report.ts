import {printable} from '../../protocol/printable.js';
import {checkNames, type Finding} from './finding.js';
import type {Report} from './run.js';

const shortestSecret = 6;
const width = Math.max(...checkNames.map((name) => name.length));

/** Characters of one sentence. A server may have said any number of them. */
const mostCharacters = 1000;

/**
 * Report of the command. Sentences hold what the tried servers said: every credential that was seen is
 * blanked out of them, and nothing is left that a terminal would obey.
 */
export function writeReport({findings, credentials}: Report, json: boolean): string {
  const secrets = credentials
    .flatMap((one) => [one, JSON.stringify(one).slice(1, -1), encodeURIComponent(one)])
    .filter((one) => one.length >= shortestSecret);
  const shown = (sentence: string): string => {
    const clean = secrets.reduce((text, one) => text.replaceAll(one, '[credential]'), printable(sentence));
    return clean.length > mostCharacters ? `${clean.slice(0, mostCharacters)} …` : clean;
  };
  const safe = findings.map((finding): Finding => {
    const says = shown(finding.says);
    return finding.result === 'wrong' ? {...finding, says, next: shown(finding.next)} : {...finding, says};
  });
  return json ? asJson(safe) : asText(safe);
}

export const isAllRight = (findings: readonly Finding[]): boolean =>
  findings.every(({result}) => result !== 'wrong');

const asJson = (findings: readonly Finding[]) => JSON.stringify({ok: isAllRight(findings), checks: findings});

function asText(findings: readonly Finding[]): string {
  const count = (result: Finding['result']) => findings.filter((one) => one.result === result).length;
  const indent = ' '.repeat(width + 11);
  const lines = findings.map((finding) => {
    const head = `${finding.result.padEnd(9)} ${finding.check.padEnd(width)} `;
    return finding.result === 'wrong'
      ? `${head}${finding.says}\n${indent}→ ${finding.next}`
      : `${head}${finding.says}`;
  });
  return [...lines, '', `${count('ok')} ok, ${count('wrong')} wrong, ${count('not tried')} not tried`].join(
    '\n',
  );
}
