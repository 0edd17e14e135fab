import {expect} from '@open-wc/testing';
import {styles as interaction} from '../../src/element/stages/interaction.js';
import {styles as dialog} from '../../src/element/step-up/dialog.js';
import {styles as billing} from '../../src/element/views/billing.js';
import {styles as outcome} from '../../src/element/views/outcome.js';

/** Each property of a sheet under its selector, and under the conditions around it. */
function* declarations(rules: CSSRuleList, path = ''): Generator<readonly [string, string]> {
  for (const rule of rules) {
    const head = rule.cssText.split('{', 1)[0]!.trim();
    const here = `${path} ${head}`.trim();
    const style = 'style' in rule ? (rule.style as CSSStyleDeclaration) : undefined;
    for (const property of style ?? []) yield [`${here} ${property}`, style!.getPropertyValue(property)];
    if ('cssRules' in rule) yield* declarations(rule.cssRules as CSSRuleList, here);
  }
}

describe('style sheets that are loaded later', () => {
  it('contradict each other nowhere: which comes last is left to the network', () => {
    const parts = Object.entries({interaction, billing, outcome, dialog});
    const first = new Map<string, {name: string; value: string}>();
    for (const [name, {styleSheet}] of parts)
      for (const [key, value] of declarations(styleSheet!.cssRules)) {
        const earlier = first.get(key);
        if (!earlier) first.set(key, {name, value});
        else if (earlier.name === name) earlier.value = value;
        else expect(value, `${key}, of ${earlier.name} and ${name}`).to.equal(earlier.value);
      }
    expect(first.size).to.be.greaterThan(300);
  });
});
