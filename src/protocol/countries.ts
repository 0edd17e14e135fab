/** ISO 3166-1 alpha-2 codes of countries with addresses of their own that card networks serve. */
export const countryCodes: readonly string[] =
  'AD AE AG AI AL AM AO AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BW BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HN HR HT HU ID IE IL IM IN IO IQ IS IT JE JM JO JP KE KG KI KM KN KR KW KY LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW QA RE RO RS RW SA SB SC SE SG SH SI SJ SK SL SM SN SO SR SS ST SX SZ TC TD TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW'.split(
    ' ',
  );

/** Countries whose addresses have no postal code. */
export const withoutPostalCode: readonly string[] =
  'AE AG AO AW BB BF BI BJ BO BQ BS BW BZ CD CF CG CI CK CM CW DJ DM ER FJ GA GD GH GM GQ GY HK IE JM KI KM KN KP LC ML MO MR MW NR NU QA RW SB SC SL SR SS ST SX TD TG TK TL TO TT TV UG VC VU YE ZW'.split(
    ' ',
  );

/** Countries whose addresses name no state or province. */
export const withoutState: readonly string[] =
  'AT BE BG CH CY CZ DE DK EE FI FR GB GR HR HU IL IS KW LT LU LV MC MT NL NO NZ PK PL PT QA RO RS SE SG SI SK'.split(
    ' ',
  );

/** Countries whose postal codes are so many digits and nothing else. */
const digits: readonly (readonly [number, string])[] = [
  [4, 'AL AT AU BD BE BG CH CV CY DK HU LI MK NO NZ PH TN ZA'],
  [5, 'BA DE DO DZ EE ES FI FR GT HR ID IT JO KE KR KW LA LK MA ME MX MY NP PE PK SN TH TR UA UY'],
  [6, 'CN KG NG RO SG TJ TM UZ'],
];

/** How postal codes look, where it is simple to tell a slip. None has flags, so that a source says all of it. */
export const postalCodeForms: Readonly<Record<string, RegExp>> = {
  ...Object.fromEntries(
    digits.flatMap(([count, codes]) => codes.split(' ').map((code) => [code, new RegExp(`^\\d{${count}}$`)])),
  ),
  AD: /^AD\d{3}$/,
  BR: /^\d{5}-?\d{3}$/,
  CA: /^[A-Za-z]\d[A-Za-z]\s?\d[A-Za-z]\d$/,
  CZ: /^\d{3}\s?\d{2}$/,
  GB: /^[A-Za-z]{1,2}\d[A-Za-z\d]?\s?\d[A-Za-z]{2}$/,
  GR: /^\d{3}\s?\d{2}$/,
  IL: /^\d{5}(\d{2})?$/,
  IN: /^\d{3}\s?\d{3}$/,
  IS: /^\d{3}$/,
  JP: /^\d{3}-?\d{4}$/,
  LT: /^(LT-)?\d{5}$/,
  LU: /^(L-)?\d{4}$/,
  LV: /^(LV-)?\d{4}$/,
  MC: /^980\d{2}$/,
  MT: /^[A-Za-z]{3}\s?\d{2,4}$/,
  NL: /^\d{4}\s?[A-Za-z]{2}$/,
  PL: /^\d{2}-?\d{3}$/,
  PR: /^00[679]\d{2}(-\d{4})?$/,
  PT: /^\d{4}(-?\d{3})?$/,
  SA: /^\d{5}(-?\d{4})?$/,
  SE: /^\d{3}\s?\d{2}$/,
  SI: /^(SI-)?\d{4}$/,
  SK: /^\d{3}\s?\d{2}$/,
  SM: /^4789\d$/,
  TW: /^\d{3}(-?\d{2,3})?$/,
  US: /^\d{5}(-\d{4})?$/,
  VA: /^00120$/,
};
