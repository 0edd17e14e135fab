import {html, nothing, type TemplateResult} from 'lit';
import type * as BillingModule from '../views/billing.js';
import {fieldView} from '../views/field.js';
import {codeField, expiryField, formView, nameField, numberField, type FormView} from '../views/form.js';
import type {Arrangement} from './arrangement.js';

interface RestOfAddress extends BillingModule.BillingView {
  /** Loaded with the address inputs. */
  readonly draw: typeof BillingModule.billingView | undefined;
}

/** The element's own form without what the page has placed. */
export function restOf(view: FormView, placed: Arrangement, address: RestOfAddress): TemplateResult {
  const status = placed.of('status');
  const rest: FormView = {
    ...view,
    ...(status && {outcome: nothing}),
    ...(placed.of('button') && {showButton: false}),
  };
  const fields = [
    ...(view.paying ? [view.paying] : []),
    ...(
      [
        ['number', numberField],
        ['expiry', expiryField],
        ['security-code', codeField],
      ] as const
    ).flatMap(([field, fieldOf]) => {
      const isAsked = !view.paying || (view.payment?.securityCode && field === 'security-code');
      return isAsked && !placed.isPlaced(field) ? [fieldView(fieldOf(view))] : [];
    }),
    ...(view.nameShown && !placed.isPlaced('name') ? [fieldView(nameField(view))] : []),
  ];
  const addressed = addressOf(view, placed, address);
  if (fields.length === 0 && addressed === nothing && status && !rest.showButton)
    return html`${rest.outcome}`;
  return formView(rest, html`${fields}${addressed}`, status ? nothing : undefined);
}

/** The address inputs and the consent that the element asks for itself. */
function addressOf(
  view: FormView,
  placed: Arrangement,
  address: RestOfAddress,
): TemplateResult | typeof nothing {
  const {host, fields} = address;
  const isAsked = host.billingFields !== 'none' && fields.some((field) => !ofCard.includes(field));
  if (!isAsked && host.consent === 'none') return nothing;
  return address.draw?.(address) ?? view.address;
}

const ofCard: readonly string[] = ['number', 'expiry', 'security-code', 'name', 'consent'];
