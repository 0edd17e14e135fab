import {addressOf, headersOf, readArguments, UsageError} from '../arguments.js';
import type {ContractOptions} from './shop.js';

export const contractUsage = [
  'Usage: card-vault contract <address of the session route> [options]',
  '',
  "Tries a shop's server, in any language, against site/contract.md, and says which rule is broken, where it stands and",
  'what to do. It opens about fifteen sessions as pages would. Name test shoppers only. It does not need the secret key.',
  '',
  "  --header 'Name: value'        logs a test shopper in, repeatable, such as a cookie",
  "  --other-header 'Name: value'  logs another test shopper in, repeatable: to try what the first may not see",
  '  --origin URL                  origin of the page with <card-vault>; default: that of the address',
  '  --card NUMBER                 saves this test card, and removes it where the shop has a list of cards; only where',
  '                                entry_mode is raw, and only a card that is saved without a question of its bank',
  '  --json                        the results as one line of JSON',
  '',
  'Exit code: 0 when no rule is broken, 1 when one is, 2 for a mistake in the arguments.',
].join('\n');

/** @throws UsageError */
export function readContractOptions(args: readonly string[]): ContractOptions & {readonly json: boolean} {
  const {address, values} = readArguments(args, 'the address of the session route', {
    ...{header: 'texts', 'other-header': 'texts', origin: 'text', card: 'text', json: 'switch'},
  });
  const card = values.card?.replaceAll(' ', '');
  if (card !== undefined && !/^\d{12,19}$/.test(card)) throw new UsageError('--card is no card number');
  return {
    address,
    headers: headersOf(values.header),
    otherHeaders: headersOf(values['other-header'], '--other-header'),
    origin: values.origin === undefined ? undefined : addressOf(values.origin, '--origin'),
    card,
    json: values.json,
  };
}
