/** Zeros that shoppers' keyboards write: Arabic, Persian, Devanagari, Bengali, Gurmukhi, Thai, fullwidth. */
const zeros = [0x0660, 0x06f0, 0x0966, 0x09e6, 0x0a66, 0x0e50, 0xff10];

/** Digits of these scripts as ASCII digits; everything else stays. */
export function westernDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    const zero = zeros.find((first) => code >= first && code < first + 10);
    return zero === undefined ? digit : String(code - zero);
  });
}

/** The digits alone, as ASCII digits. */
export const digitsOf = (text: string): string => westernDigits(text).replace(/\D/g, '');
