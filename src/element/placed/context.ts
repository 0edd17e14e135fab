import {createContext} from '@lit/context';
import type {nothing, ReactiveControllerHost, TemplateResult} from 'lit';

/** The fields that a page can place. */
export const partNames = [
  'number',
  'expiry',
  'expiry-month',
  'expiry-year',
  'security-code',
  'cardholder-name',
  'country',
  'street1',
  'street2',
  'city',
  'state',
  'postal-code',
] as const;
export type PartName = (typeof partNames)[number];

/** A part as its `<card-vault>` sees it. */
export interface Part extends ReactiveControllerHost, HTMLElement {
  readonly renderRoot: ShadowRoot;
  readonly kind: 'field' | 'button' | 'status';
  /** Of a field; undefined for one whose name is not known. */
  readonly field?: PartName | undefined;
  /** Chosen from a list instead of typed. */
  readonly select?: boolean;
}

/**
 * All that the context carries: which parts there are, and what each of them shows. It holds no entry and no
 * credential.
 */
export interface PartsController {
  /** The part is in the page, or is another one now. */
  add(part: Part): void;
  remove(part: Part): void;
  draw(part: Part): TemplateResult | typeof nothing;
}

/** By its own text, so that parts and elements of two builds find each other. */
export const partsContext = createContext<PartsController>('card-vault');
