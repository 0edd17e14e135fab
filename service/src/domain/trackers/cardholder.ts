/** Writes the name of a cardholder for the bank and the network (wire 1.6.1). */
import type {Cardholder} from '../ports/card.js';

/** Characters of `cardholderName` in the messages of 3-D Secure (EMVCo). */
const lengths = {least: 2, most: 45};

/** The table of every script is loaded for the first name that needs it. */
async function inLatin(name: string): Promise<string> {
  if (/^[ -~]*$/.test(name)) return name;
  const {default: anyAscii} = await import('any-ascii');
  return anyAscii(name);
}

/**
 * Makes what is sent of a name; nothing of none. A name that is still too short in Latin letters has no
 * `latin`, and one that is too long ends with its last whole word.
 *
 * @param name As `readName` has it.
 */
export async function cardholderOf(name: string | undefined): Promise<Cardholder | undefined> {
  if (name === undefined) return undefined;
  const letters = (await inLatin(name))
    .replace(/[^A-Za-z0-9 .,'&()/-]/g, '')
    .replace(/ +/g, ' ')
    .trim();
  const whole = letters.slice(0, lengths.most + 1).replace(/ [^ ]*$/, '');
  const latin = letters.length > lengths.most ? whole.slice(0, lengths.most) : letters;
  return {name, ...(latin.length >= lengths.least && {latin})};
}
