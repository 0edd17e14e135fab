// Tries every row of docs/specification.md at a running service, and prints what was sent and what came back:
//   npx card-vault-service --database memory: --allow-raw
//   npm run spec-rows                                          the service of the line above, with its development keys
//   npm run spec-rows -- --service URL --public-key … --secret-key …
import {parseArgs} from 'node:util';
import {rows as texts} from '../../service/test/rules/rows.js';
import {sumOf, trySpecification} from './spec-rows/index.js';
import type {TriedRow} from './spec-rows/row.js';

const {values} = parseArgs({
  options: {
    service: {type: 'string', default: 'http://localhost:4100'},
    'public-key': {type: 'string', default: 'sec_00000000-0000-4000-8000-00000000c4d1'},
    'secret-key': {type: 'string', default: 'sk_development_card_vault_not_a_secret'},
  },
});

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
const print = ({address, sends, back, verdict, chosen}: TriedRow) => {
  const silent = chosen === undefined ? '' : ` Chosen: ${chosen}.`;
  const cells = [address, `${texts[address]}.${silent}`, sends, back, verdict];
  console.log(`| ${cells.map(cell).join(' | ')} |`);
};

const place = {
  service: values.service.replace(/\/+$/, ''),
  publicKey: values['public-key'],
  secretKey: values['secret-key'],
};
console.log(`| row | what it says | sent | came back | verdict |\n| --- | --- | --- | --- | --- |`);
try {
  const rows = await trySpecification(place, print);
  console.log(`\n${sumOf(rows)}`);
  if (rows.some(({verdict}) => verdict !== 'works')) process.exitCode = 1;
} catch (error) {
  console.error(`${place.service}: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 2;
}
