import AxeBuilder from '@axe-core/playwright';
import type {Page} from '@playwright/test';

/** Every violation of an axe rule of levels A and AA. */
export async function findings(page: Page, without: string[] = []): Promise<string[]> {
  const {violations} = await new AxeBuilder({page})
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
    .disableRules(without)
    .analyze();
  return violations.map(({id, nodes}) => `${id}: ${nodes.map(({target}) => target.join(' ')).join(', ')}`);
}
