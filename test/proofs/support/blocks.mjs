// A planted fault: loaded into a service, its event loop stands still for so long, so often (`CARD_VAULT_BLOCKS=1500/2000`).
const [forMs, everyMs] = process.env.CARD_VAULT_BLOCKS.split('/').map(Number);
setInterval(() => {
  const until = performance.now() + forMs;
  while (performance.now() < until);
}, everyMs);
