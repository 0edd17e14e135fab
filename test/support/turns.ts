/**
 * A part of a list, another one each day: for what tries one behaviour in many places, and takes a machine minutes. The whole list
 * with CARD_VAULT_WHOLE=1, as before a release.
 *
 * @param turns days in which each has had its turn
 */
export function ofTheDay<T>(all: readonly T[], turns = 8): readonly T[] {
  const day = Math.floor(Date.now() / 86_400_000);
  return process.env['CARD_VAULT_WHOLE'] ? all : all.filter((_, index) => index % turns === day % turns);
}
