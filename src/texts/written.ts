/**
 * A tag for `Intl`, with the digits that banks of the language print: those of CLDR, but Latin ones as on cards for
 * Arabic and Urdu, which have others in some countries alone.
 * @param tag BCP 47, well-formed.
 */
export const formatTag = (tag: string): string =>
  /^(ar|ur)\b/i.test(tag) ? new Intl.Locale(tag, {numberingSystem: 'latn'}).toString() : tag;

/** Where a line may end between a digit and a letter of China, Japan or Korea, which need no space. */
const betweenDigits = /(?<=\p{Nd})(?=[\p{scx=Han}\p{scx=Hang}])|(?<=[\p{scx=Han}\p{scx=Hang}])(?=\p{Nd})/gu;

/** A date or an amount that no line ends inside. */
export const unbroken = (text: string): string =>
  text.replaceAll(' ', '\u00a0').replace(betweenDigits, '\u2060');

/** A day as the language writes it. */
export const dayText = (tag: string, instant: Date, options: Intl.DateTimeFormatOptions): string =>
  unbroken(new Intl.DateTimeFormat(formatTag(tag), options).format(instant));
