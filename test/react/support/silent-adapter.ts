import type {VaultAdapter} from '../../../src/element/exports/index.js';

export interface SilentAdapter extends VaultAdapter {
  /** One signal a session that was asked for; aborted once nobody waits for it any more. */
  readonly opened: readonly AbortSignal[];
}

/** A shop that counts the sessions it is asked for and answers none. */
export function silentAdapter(): SilentAdapter {
  const opened: AbortSignal[] = [];
  const never = (): Promise<never> => new Promise(() => undefined);
  return {
    opened,
    openSession: (_request, {signal}) => {
      opened.push(signal);
      return never();
    },
    generateCaptureContext: never,
    processTransientToken: never,
    payerAuthSetup: never,
    enroll: never,
    authorize: never,
    fetchPayment: never,
    complete: never,
  };
}
