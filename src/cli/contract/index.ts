import {shownFindings} from '../report.js';
import {runContract, type ContractFinding} from './run.js';
import type {ContractOptions} from './shop.js';

export type {ContractFinding} from './run.js';
export type {ContractRuleName} from './rules.js';
export type {ContractOptions} from './shop.js';

/**
 * Tries the server of a shop from outside, as `npx card-vault contract` does: what site/contract.md says, right, late, twice, at once,
 * as another shopper, from another site, with broken bodies. Each rule is one finding; those with `result` `wrong` are broken. It opens
 * about fifteen sessions in which no card is saved, and with `card` one in which one is. For tests and test shoppers only.
 *
 * @throws TypeError for an address that is none
 * @example
 * const findings = await tryContract({
 *   address: 'http://localhost:3000/card-vault/session',
 *   headers: {cookie: 'session=ada'}, otherHeaders: {cookie: 'session=grace'},
 * });
 * assert.deepEqual(findings.filter(({result}) => result === 'wrong'), []);
 */
export async function tryContract(options: ContractOptions): Promise<readonly ContractFinding[]> {
  return shownFindings(await runContract(options));
}
