import type {} from 'card-vault/jsx';
import {CardVault} from 'card-vault/react';
import type {CardVaultElement} from 'card-vault';
import {createRef} from 'react';

const ref = createRef<CardVaultElement>();

export const tags = (
  <>
    <card-vault ref={ref} session-url="/session" step-up="inline" class="wide" required />
    <card-vault-list name="card" required="" />
    <CardVault ref={ref} stepUp="inline" onSaved={({detail}) => detail.paymentMethod.token} />
  </>
);

export const wrong = (
  <>
    {/* @ts-expect-error There is no such value. */}
    <card-vault step-up="popup" />
    {/* @ts-expect-error React 18 sets no property of a custom element. */}
    <card-vault adapter={ref.current?.adapter} />
    {/* @ts-expect-error React 18 writes "false", which is true in HTML. */}
    <card-vault-list required={false} />
    {/* @ts-expect-error React 18 does not listen to the events of custom elements. */}
    <card-vault oncard-vault-saved={() => undefined} />
    {/* @ts-expect-error There is no such value. */}
    <CardVault stepUp="popup" />
  </>
);
