/** How often a test does what a proof has to do more often: `few` times, or as `CARD_VAULT_ROUNDS` says (test/proofs/README.md). */
export function rounds(few: number): number {
  const named = Number(process.env['CARD_VAULT_ROUNDS'] ?? 0);
  return named > 0 ? named : few;
}
