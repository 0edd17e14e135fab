import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {killUnderLoad} from './support/killer.js';
import {sizeOf} from './support/size.js';
import type {ProofResult} from './support/proof.js';

export const id = 'A9';
export const title =
  'no hold is left after kills in the middle of authorizations: each is given back, once and whole';

/** Kills while authorizations are under way; a third of the shoppers close their tab with the amount held. `CARD_VAULT_KILLS` names another number. */
export async function run({bar}: {readonly bar: boolean}): Promise<ProofResult> {
  const folder = await mkdtemp(join(tmpdir(), 'card-vault-a9-'));
  try {
    const kills = sizeOf('CARD_VAULT_KILLS', {bar, slice: 10, full: 500});
    const database = join(folder, 'db');
    const {holds, violations} = await killUnderLoad({database, kills, when: 'authorizing'});
    return {
      lines: [
        `${kills} kills amid authorizations, ${holds} holds in the network's books, every one given back once`,
      ],
      violations: holds === 0 ? [...violations, 'nothing was ever held: nothing is shown'] : violations,
    };
  } finally {
    await rm(folder, {recursive: true, force: true});
  }
}
