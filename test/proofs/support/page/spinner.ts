import type {Visit} from './visit.js';

/** Milliseconds for which something turned and there was nothing to press. */
export interface Held {
  readonly longest: number;
  /** The same while money may have moved. */
  readonly withMoney: number;
}

/** Runs in the page. A page that a busy machine leaves without a turn is not counted for that time. */
export function watchSpinner(): void {
  if (window !== window.top) return;
  const moneySteps = ['confirming', 'authorizing', 'completing'];
  const seen = {longest: 0, withMoney: 0};
  Object.assign(window, {heldByElement: seen});
  let step: unknown;
  let held = 0;
  let last = performance.now();
  document.addEventListener('card-vault-step', (event) => {
    const money = moneySteps.includes(String(step));
    step = event.detail.step;
    if (money !== moneySteps.includes(String(step))) held = 0;
  });
  const isShown = (node: Element): boolean =>
    node.getClientRects().length > 0 && getComputedStyle(node).visibility !== 'hidden';
  setInterval(() => {
    const root = document.querySelector('card-vault')?.shadowRoot;
    const turns = [...(root?.querySelectorAll('[part~="spinner"]') ?? [])].some(isShown);
    const exits = [...(root?.querySelectorAll('button:not([aria-disabled="true"], :disabled)') ?? [])];
    const now = performance.now();
    held = turns && !exits.some(isShown) ? held + Math.min(now - last, 500) : 0;
    last = now;
    const which = moneySteps.includes(String(step)) ? 'withMoney' : 'longest';
    seen[which] = Math.max(seen[which], held);
  }, 100);
}

export async function heldIn({page}: Visit): Promise<Held> {
  const read = () => (window as unknown as {heldByElement?: Held}).heldByElement;
  const seen = await page.evaluate(read).catch(() => undefined);
  return seen ?? {longest: 0, withMoney: 0};
}
