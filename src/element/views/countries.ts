/** ISO 3166-1 alpha-2 codes with an address of their own that card networks serve. */
const codes =
  'AD AE AG AI AL AM AO AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BW BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HN HR HT HU ID IE IL IM IN IO IQ IS IT JE JM JO JP KE KG KH KI KM KN KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RW SA SB SC SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SZ TC TD TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW'.split(
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

/** How postal codes look, where it is simple to tell a slip. */
export const postalCodeForms: Readonly<Record<string, RegExp>> = {
  AU: /^\d{4}$/,
  AT: /^\d{4}$/,
  BE: /^\d{4}$/,
  BR: /^\d{5}-?\d{3}$/,
  CA: /^[a-z]\d[a-z]\s?\d[a-z]\d$/i,
  CH: /^\d{4}$/,
  CN: /^\d{6}$/,
  DE: /^\d{5}$/,
  DK: /^\d{4}$/,
  ES: /^\d{5}$/,
  FR: /^\d{5}$/,
  GB: /^[a-z]{1,2}\d[a-z\d]?\s?\d[a-z]{2}$/i,
  IN: /^\d{3}\s?\d{3}$/,
  IT: /^\d{5}$/,
  JP: /^\d{3}-?\d{4}$/,
  NL: /^\d{4}\s?[a-z]{2}$/i,
  NO: /^\d{4}$/,
  PK: /^\d{5}$/,
  PL: /^\d{2}-?\d{3}$/,
  PT: /^\d{4}(-?\d{3})?$/,
  SA: /^\d{5}(-?\d{4})?$/,
  SE: /^\d{3}\s?\d{2}$/,
  SG: /^\d{6}$/,
  TR: /^\d{5}$/,
  US: /^\d{5}(-\d{4})?$/,
};

/** Codes and names in a language, in that language's order. */
export function countries(locale: string): readonly (readonly [string, string])[] {
  const names = displayNames(locale);
  const order = new Intl.Collator(names.resolvedOptions().locale);
  return codes
    .map((code) => [code, names.of(code) ?? code] as const)
    .sort((one, other) => order.compare(one[1], other[1]));
}

/** A tag that the page wrote wrongly must not take the form down. */
function displayNames(locale: string): Intl.DisplayNames {
  try {
    return new Intl.DisplayNames([locale, 'en'], {type: 'region'});
  } catch {
    return new Intl.DisplayNames('en', {type: 'region'});
  }
}
