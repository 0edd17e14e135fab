import type {Demo} from '../../../demo/server.js';

/** One movement of money or of a hold, in the words of the network's own ledger. Amounts are integer minor units. */
export interface LedgerEntry {
  readonly id: string;
  readonly tracker: string;
  readonly kind: 'authorization' | 'reversal' | 'capture';
  readonly amount: number;
  readonly currency: string;
  readonly authorization: string;
  readonly approved: boolean;
}

/** What the service of the demo answers to its shop. */
export async function sandbox<Answer>(demo: Pick<Demo, 'service'>, path: string): Promise<Answer> {
  const response = await fetch(`${demo.service.urls.api}${path}`, {
    headers: {'X-SFPY-MERCHANT-SECRET': demo.service.keys.secretKey},
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return ((await response.json()) as {data: Answer}).data;
}

/** Everything the simulated network did for a tracker. */
export const ledgerOf = (demo: Demo, tracker: string) =>
  sandbox<LedgerEntry[]>(demo, `/sandbox/v1/ledger?tracker=${tracker}`);
