import type {ReactiveController} from 'lit';
import {brandIds, type BrandId} from '../../protocol/brand-ids.js';
import {brandOf} from '../../protocol/brand-codes.js';
import {brandList, brandNames} from '../../protocol/brand-names.js';
import type {Badge, FieldEvent} from '../../gateways/index.js';
import {warnDeveloper} from '../report.js';
import type {KnownBrand} from '../options.js';
import type {Problem} from '../fields.js';

export interface BrandsHost {
  readonly acceptedBrands: string | undefined;
  readonly quiet?: boolean;
  requestUpdate(): void;
  addController(controller: ReactiveController): void;
}

/** Brands beside the number. */
export type ShownBrands = Pick<Brands, 'accepted' | 'choices' | 'choose' | 'chosen' | 'found'>;

type NumberChange = Extract<FieldEvent, {type: 'change'}>;

/** The longest list of accepted brands that an error names; a longer one stands beside the label. */
const namedAtMost = 3;
const ignore = () => undefined;

const inEnglish = (brands: readonly BrandId[]): string => brandList(brands, 'en');

/**
 * Which brands the shop takes, which the card may be of, and which of a co-badged card's the shopper wants.
 */
export class Brands implements ReactiveController {
  readonly #host: BrandsHost;
  #candidates: readonly BrandId[] = [];
  #badges: readonly Badge[] = [];
  #fieldsName: string | undefined;
  #chosen: BrandId | undefined;
  #asked: string | undefined;
  #allowed: readonly BrandId[] = [];
  /** A complete card has several brands that the shop takes. */
  onChoice: (choices: readonly BrandId[]) => void = ignore;
  /** Names brands in a sentence of the shopper's language, once that is set. */
  list: (brands: readonly BrandId[]) => string = inEnglish;

  constructor(host: BrandsHost) {
    (this.#host = host).addController(this);
  }

  /** The networks of the capture context (wire 2.1). */
  set networks(networks: readonly string[]) {
    const allowed = networks.map(brandOf);
    this.#allowed = brandIds.filter((id) => allowed.includes(id));
    this.#host.requestUpdate();
  }

  /** The brands that are taken, by `accepted-brands` and the capture context; empty where neither says. */
  get accepted(): readonly BrandId[] {
    const names = namesIn(this.#host.acceptedBrands);
    const named = brandIds.filter((id) => names.includes(id));
    const both = named.filter((id) => this.#allowed.includes(id));
    return both.length > 0 ? both : named.length > 0 ? named : this.#allowed;
  }

  /** Accepted brands that the card may be of, the likeliest first. */
  get found(): readonly BrandId[] {
    const {accepted} = this;
    return this.#candidates.filter((id) => accepted.includes(id));
  }

  /** The brand, where only one is left; of a co-badged card, the one that is chosen. */
  get brand(): KnownBrand {
    const {chosen, found} = this;
    const left = found.length > 0 ? found : this.#candidates;
    return chosen ?? (left.length === 1 ? left[0]! : 'unknown');
  }

  get name(): string | undefined {
    const {brand} = this;
    return brand === 'unknown' ? this.#fieldsName : brandNames[brand];
  }

  /** The brands between which the shopper chooses (EU 2015/751, article 8); none for most cards. */
  get choices(): readonly BrandId[] {
    const {accepted} = this;
    const badges = this.#badges.map(({brand}) => brand);
    const taken = accepted.length > 0 ? badges.filter((id) => accepted.includes(id)) : badges;
    return taken.length > 1 ? taken : [];
  }

  get chosen(): BrandId | undefined {
    const {choices} = this;
    return choices.find((id) => id === this.#chosen) ?? choices[0];
  }

  /** The type code to make the token for; none where there is nothing to choose. */
  get cardType(): string | undefined {
    return this.#badges.find(({brand}) => brand === this.chosen)?.typeCode;
  }

  /** The card is of no brand that is taken. */
  get problem(): Problem | undefined {
    const {accepted, found} = this;
    const [only, ...others] = this.#candidates;
    if (!only || accepted.length === 0 || found.length > 0) return undefined;
    if (accepted.length <= namedAtMost)
      return {key: 'brandNotAccepted', values: {accepted: this.list(accepted)}};
    return others.length > 0
      ? {key: 'cardRefused'}
      : {key: 'brandRefused', values: {brand: brandNames[only]}};
  }

  choose(brand: BrandId): void {
    this.#chosen = brand;
    this.#host.requestUpdate();
  }

  hear({brands = [], badges = [], brandName}: NumberChange): void {
    const before = this.choices.join();
    this.#candidates = brands;
    this.#badges = badges;
    this.#fieldsName = brandName;
    const {choices} = this;
    if (choices.length === 0) this.#chosen = undefined;
    else if (choices.join() !== before) this.onChoice(choices);
  }

  /** The number is gone. */
  forget(): void {
    this.#candidates = [];
    this.#badges = [];
    this.#fieldsName = this.#chosen = undefined;
  }

  /** Warns once for each value of `accepted-brands` that names a brand there is not. */
  hostUpdate(): void {
    const {acceptedBrands: value} = this.#host;
    if (value === this.#asked) return;
    this.#asked = value;
    const unknown = namesIn(value).filter((name) => !brandIds.some((id) => id === name));
    if (unknown.length > 0)
      warnDeveloper(this.#host, {option: 'acceptedBrands', value, oneOf: brandIds, unknown});
  }
}

const namesIn = (value = ''): readonly string[] => value.toLowerCase().match(/[^\s,]+/g) ?? [];
