import type {AnyFinding, Report} from '../report.js';
import {contractRules, type ContractRuleName} from './rules.js';
import type {Rule} from './rule.js';
import {Broken, NotTried, Shop, type ContractOptions} from './shop.js';

/** Result of trying one rule. Of a broken one `where` names the document and its section, `next` what to do. */
export type ContractFinding = AnyFinding<ContractRuleName>;

/** Tries rule after rule. Each is one finding. */
export async function runContract(options: ContractOptions): Promise<Report<ContractFinding>> {
  const shop = new Shop(options);
  const findings: ContractFinding[] = [];
  for (const rule of contractRules) findings.push(await findingOf(rule, shop));
  return {findings, credentials: [...shop.credentials]};
}

async function findingOf(
  {check, section, kept, next, attempt}: Rule<ContractRuleName>,
  shop: Shop,
): Promise<ContractFinding> {
  try {
    return {check, result: 'ok', says: (await attempt(shop)) ?? kept};
  } catch (error) {
    if (error instanceof NotTried) return {check, result: 'not tried', says: error.message};
    if (!(error instanceof Broken)) throw error;
    return {
      check,
      result: 'wrong',
      says: error.message,
      next,
      where: `node_modules/card-vault/site/contract.md, "${section}"`,
    };
  }
}
