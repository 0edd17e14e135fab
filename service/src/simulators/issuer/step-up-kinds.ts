import type {PartDependencies} from '../../domain/ports/hosted-parts.js';
import type {StepUpChoices} from '../../domain/ports/issuer.js';
import {stepUpKinds, type StepUpKind} from '../../platform/settings.js';

const sentences: Readonly<Record<StepUpKind, string>> = {
  code: 'Asks for a code',
  answered: 'Asks for a code, and enters the right one itself',
  'new-code': 'Asks for a code, and the first has expired',
  app: 'Asks in the bank’s app',
  passkey: 'Asks for a passkey',
  window: 'Asks in a window of its own',
  slow: 'Asks for a code, and takes 4 seconds for every answer',
  down: 'Does not open',
};

/** The key of the choice that holds for every merchant without one of its own. */
const everyMerchant = '';

/** Stores what testers choose, per merchant, so that one shop's tests do not change another's bank. */
export function createStepUpChoices({database, settings}: PartDependencies): StepUpChoices {
  return {
    kinds: stepUpKinds.map((kind) => ({kind, says: sentences[kind]})),
    async chosen(merchant = everyMerchant) {
      const rows = await database.query<{merchant: string; kind: StepUpKind}>(
        'SELECT merchant, kind FROM issuer_step_ups WHERE merchant IN ($1, $2)',
        [merchant, everyMerchant],
      );
      const own = rows.find((row) => row.merchant === merchant);
      return (own ?? rows[0])?.kind ?? settings.stepUp;
    },
    async choose(merchant = everyMerchant, kind) {
      if (kind === null) {
        await database.query('DELETE FROM issuer_step_ups WHERE merchant = $1', [merchant]);
        return;
      }
      await database.query(
        `INSERT INTO issuer_step_ups (merchant, kind) VALUES ($1, $2)
          ON CONFLICT (merchant) DO UPDATE SET kind = $2`,
        [merchant, kind],
      );
    },
  };
}
