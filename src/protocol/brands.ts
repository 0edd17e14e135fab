import {brandCodes} from './brand-codes.js';
import {brandNames, type BrandId} from './brand-names.js';

export {brandIds, type BrandId} from './brand-names.js';
export {brandOf} from './brand-codes.js';

/** One card brand: its public id, its name, the three-digit code on the wire, and what a number of it looks like. */
export interface CardBrand {
  readonly id: BrandId;
  readonly name: string;
  /** CyberSource card type code, `001` for Visa; empty where CyberSource has none. */
  readonly typeCode: string;
  /** `scheme` spelling of the reporter and the wallet. */
  readonly scheme: string;
  /**
   * Inclusive ranges of leading digits; both ends have the same length. Of two brands, a number belongs to the one with the longer
   * prefix. Empty for a brand that only the hosted fields can tell.
   */
  readonly ranges: readonly (readonly [string, string])[];
  readonly lengths: readonly number[];
  /** Positions after which a gap is shown while typing. */
  readonly gaps: readonly number[];
  readonly securityCode: {readonly name: string; readonly length: 3 | 4};
  /** Issued in one country or region. */
  readonly local: boolean;
  /** The brands that stand on the same card (co-badged) or whose networks carry it too, where the number is in their ranges. */
  readonly sharedWith: readonly BrandId[];
}

type Looks = Pick<CardBrand, 'ranges' | 'lengths'> & Partial<Pick<CardBrand, 'gaps' | 'sharedWith'>>;

const fours = [4, 8, 12] as const;

/** Reads `51-55 2720` as the ranges 51 to 55 and 2720 to 2720. */
function ranges(text: string): CardBrand['ranges'] {
  return text
    .trim()
    .split(/\s+/)
    .map((range) => range.split('-'))
    .map(([low = '', high = low]) => [low, high]);
}

function brand(id: BrandId, local: boolean, code: string, looks: Looks): CardBrand {
  const [typeCode, scheme] = brandCodes[id];
  const securityCode = {name: code, length: id === 'amex' ? 4 : 3} as const;
  return {
    id,
    name: brandNames[id],
    typeCode,
    scheme,
    gaps: fours,
    securityCode,
    local,
    sharedWith: [],
    ...looks,
  };
}

const common = (id: BrandId, code: string, looks: Looks): CardBrand => brand(id, false, code, looks);
const local = (id: BrandId, code: string, looks: Looks): CardBrand => brand(id, true, code, looks);

const sixteen = {lengths: [16]};
const upToNineteen = [16, 17, 18, 19];

/**
 * The one table of brands: page, hosted fields and service read it. A test compares it with the hosted library's own table and
 * with `credit-card-type`, and names every difference (decision 0068).
 */
export const cardBrands: Readonly<Record<BrandId, CardBrand>> = {
  visa: common('visa', 'CVV', {ranges: ranges('4'), lengths: [13, 16, 18, 19]}),
  mastercard: common('mastercard', 'CVC', {ranges: ranges('51-55 2221-2720'), ...sixteen}),
  amex: common('amex', 'CID', {ranges: ranges('34 37'), lengths: [15], gaps: [4, 10]}),
  discover: common('discover', 'CID', {ranges: ranges('6011 644-649 65'), lengths: [16, 19]}),
  diners: common('diners', 'CVV', {
    ranges: ranges('300-305 3095 36 38-39'),
    lengths: [14, 16, 19],
    gaps: [4, 10],
  }),
  jcb: common('jcb', 'CVV', {ranges: ranges('3528-3589'), lengths: upToNineteen}),
  maestro: common('maestro', 'CVC', {
    ranges: ranges('50 56-59 6'),
    lengths: [12, 13, 14, 15, ...upToNineteen],
  }),
  unionpay: common('unionpay', 'CVN', {ranges: ranges('62 81'), lengths: upToNineteen}),

  paypak: local('paypak', 'CVV', {ranges: ranges('2205'), ...sixteen}),
  mada: local('mada', 'CVV', {
    ranges: ranges(`
      22337902 22337986 22402030 242030 403024 40545400 406136 406996 40719700 40739500 407520 409201 410621 410685
      410834 412565 417633 419593 420132 421141 422817-422819 428331 428671-428673 431361 432328 434107 439954 440533
      440647 440795 442463 445564 446393 446404 446672 45488707 455036 455708 457865 457997 458456 462220 468540-468543
      474491 483010-483012 484783 486094-486096 489318-489319 49098000 492464 504300 513213 515079 516138 520058 521076
      52166100 524130 524514 524940 529415 529741 530060 531196 535825 535989 536023 537767 53973776 543085 543357
      549760 554180 555610 558563 588845 588848 588850 589206 604906 636120 968201-968209 968211`),
    ...sixteen,
    sharedWith: ['visa', 'mastercard', 'maestro'],
  }),
  // Its cards are Visa or Mastercard by their numbers; which of them carry it is known to acquirers only.
  'cartes-bancaires': local('cartes-bancaires', 'CVV', {
    ranges: [],
    ...sixteen,
    sharedWith: ['visa', 'mastercard', 'maestro'],
  }),
  elo: local('elo', 'CVE', {
    ranges: ranges(`
      401178-401179 431274 438935 451416 457393 457631-457632 504175 506699-506778 509000-509999 627780 636297 636368
      650031-650033 650035-650051 650405-650439 650485-650538 650541-650598 650700-650718 650720-650727 650901-650978
      651652-651679 655000-655019 655021-655058`),
    ...sixteen,
    sharedWith: ['discover'],
  }),
  hipercard: local('hipercard', 'CVC', {ranges: ranges('384100 384140 384160 606282'), ...sixteen}),
  hiper: local('hiper', 'CVC', {
    ranges: ranges('637095 637568 637599 637609 637612 63737423 63743358'),
    ...sixteen,
  }),
  naranja: local('naranja', 'CVV', {
    ranges: ranges('402918 527572 589562'),
    ...sixteen,
    sharedWith: ['visa', 'mastercard'],
  }),
  carnet: local('carnet', 'CVV', {ranges: [], ...sixteen}),
  mir: local('mir', 'CVP2', {ranges: ranges('2200-2204'), lengths: upToNineteen}),
  rupay: local('rupay', 'CVV', {
    ranges: ranges('508500-508999 606985-607984 608001-608500 652150-653149 817200-819899'),
    ...sixteen,
    sharedWith: ['discover'],
  }),
  troy: local('troy', 'CVV', {
    ranges: ranges(`
      9792 650052 650082-650083 650092 650161 650170 650173 650175 650268 650271 650273-650274 650456-650457 650836
      650846-650850 650923 650987 650990 654997 657366 657998 658758 658767-658768 65083700-65083704 65085800-65085804
      65085900-65085901 65086000 65086100-65086105 65086200-65086203 65875000-65875003 65875009 65875101-65875104
      65875200 65875501 65875601 65875900 65876000-65876002 65876100-65876103 65876110 65876115-65876116
      65876200-65876201 65876500 65876504-65876505 65876600-65876602 65877100-65877101 65877600-65877602 65877700
      65877801-65877802 65878200-65878202 65878300-65878311 65878400-65878405 65878500-65878505 65878600-65878601
      65879800 65880800 65880900`),
    ...sixteen,
    sharedWith: ['discover'],
  }),
  verve: local('verve', 'CVV', {
    ranges: ranges('506099-506198 507865-507964 650002-650027'),
    lengths: [16, 18, 19],
    sharedWith: ['discover'],
  }),
  meeza: local('meeza', 'CVV', {ranges: [], ...sixteen}),
  eftpos: local('eftpos', 'CVV', {ranges: [], ...sixteen}),
};
