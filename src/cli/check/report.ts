import {checkNames, type Finding} from './finding.js';
import type {Report} from './run.js';

const shortestSecret = 6;
const width = Math.max(...checkNames.map((name) => name.length));

/** What the command prints. Every credential that was seen is blanked out of all sentences. */
export function writeReport({findings, credentials}: Report, json: boolean): string {
  const text = json ? asJson(findings) : asText(findings);
  return credentials
    .flatMap((one) => [one, JSON.stringify(one).slice(1, -1), encodeURIComponent(one)])
    .filter((one) => one.length >= shortestSecret)
    .reduce((clean, one) => clean.replaceAll(one, '[credential]'), text);
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
