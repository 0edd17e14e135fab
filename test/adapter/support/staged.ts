import type {StagedAdapter} from '../../../src/adapter/index.js';
import type {VaultAdapter} from '../../../src/flow/index.js';

/** An adapter in two parts as one: the second part is loaded at the first call that needs it. */
export function joined(first: StagedAdapter): Required<VaultAdapter> {
  return {
    openSession: (...call) => first.openSession(...call),
    generateCaptureContext: (...call) => first.generateCaptureContext(...call),
    processTransientToken: async (...call) => (await first.whole()).processTransientToken(...call),
    payerAuthSetup: async (...call) => (await first.whole()).payerAuthSetup(...call),
    savedCardSetup: async (...call) => (await first.whole()).savedCardSetup(...call),
    enroll: async (...call) => (await first.whole()).enroll(...call),
    authorize: async (...call) => (await first.whole()).authorize(...call),
    fetchPayment: async (...call) => (await first.whole()).fetchPayment(...call),
    complete: async (...call) => (await first.whole()).complete(...call),
    listPaymentMethods: async (...call) => (await first.whole()).listPaymentMethods(...call),
    removePaymentMethod: async (...call) => (await first.whole()).removePaymentMethod(...call),
    setDefaultPaymentMethod: async (...call) => (await first.whole()).setDefaultPaymentMethod(...call),
  };
}
