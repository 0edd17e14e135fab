import type {} from 'card-vault/jsx';
import {CardVault, CardVaultSubscribe} from 'card-vault/react';
import {CardVaultList} from 'card-vault/react/list';
import type {CardVaultElement} from 'card-vault';
import {createRef} from 'react';

const ref = createRef<CardVaultElement>();
const adapter = ref.current?.adapter;

export const tags = (
  <form>
    <card-vault
      ref={ref}
      session-url="/session"
      stepUp="inline"
      adapter={adapter}
      required={false}
      className="wide"
      form="checkout"
      oncard-vault-saved={(event) => event.detail.paymentMethod.token}
    >
      <p slot="notice" />
    </card-vault>
    <card-vault-list required oncard-vault-choose={({detail}) => detail.paymentMethod?.token} />
    <card-vault-subscribe plan="plan_1">Subscribe</card-vault-subscribe>
  </form>
);

export const components = (
  <>
    <CardVault ref={ref} stepUp="inline" onSaved={({detail}) => detail.paymentMethod.token} />
    <CardVaultList preselect="none" onChoose={({detail}) => detail.another} />
    <CardVault onFieldFocus={({detail}) => detail.field} onFieldBlur={({detail}) => detail.field} />
    <CardVaultSubscribe plan="plan_1" onError={({detail}) => detail.code} />
    <CardVaultSubscribe showPlan portal onSubscribeStarted={({detail}) => detail.reference} />
  </>
);

export const wrong = (
  <>
    {/* @ts-expect-error There is no such value. */}
    <card-vault step-up="popup" />
    {/* @ts-expect-error There is no such property. */}
    <card-vault sessionURL="/session" />
    {/* @ts-expect-error The token is the payment method's. */}
    <card-vault oncard-vault-saved={(event) => event.detail.token} />
    {/* @ts-expect-error The list has no layout. */}
    <card-vault-list layout="inline" />
    {/* @ts-expect-error There is no such element. */}
    <card-vault-cards />
    {/* @ts-expect-error There is no such value. */}
    <CardVault stepUp="popup" />
    {/* @ts-expect-error There is no such event. */}
    <CardVaultSubscribe onSaved={() => undefined} />
  </>
);
