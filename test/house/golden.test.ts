import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {test} from 'node:test';
import {goldenGroups} from '../e2e/support/golden.js';
import {differencesOf, type State} from '../golden/compare.js';
import {goldenFile, readKept, writeKept} from '../golden/kept.js';
import type {Direction, Scheme} from '../golden/page.js';

const kept = readKept(goldenGroups);
const states = Object.values(kept).flatMap((group) => Object.entries(group));

const judge = ({ltr, rtl, light, dark}: State, direction: Direction, expected: State) => {
  const boxes = direction === 'ltr' ? ltr : rtl;
  return differencesOf({light: {boxes, colours: light}, dark: {boxes, colours: dark}}, direction, expected);
};

/** Each state with one of its lines changed, for each line. */
function* changes(kind: Direction | Scheme, change: (line: string) => string) {
  for (const [name, state] of states)
    for (const [index, line] of state[kind].entries()) {
      const other = change(line);
      yield {name, state, line, other, seen: {...state, [kind]: state[kind].with(index, other)}};
    }
}

void test('what is kept of all states is written as differences, and is read as it was written', () => {
  assert.ok(states.length > 200);
  for (const [group, text] of Object.entries(writeKept(kept)))
    assert.equal(text, readFileSync(goldenFile(group), 'utf8'), goldenFile(group));
});

void test('a box that stands or reads otherwise, in one direction, is named with what it was and what it is', () => {
  const edits = [
    (line: string) => line.replace(/(\d+)×/u, (_, width: string) => `${Number(width) + 2}×`),
    (line: string) => `${line} “Another text”`,
  ];
  for (const edit of edits)
    for (const direction of ['ltr', 'rtl'] as const)
      for (const {name, state, line, other, seen} of changes(direction, edit)) {
        const pair = [`- ${line}`, `+ ${other}`];
        const inTheDark = pair.map((one) => `${one} (dark)`);
        assert.deepEqual(judge(seen, direction, state), [...pair, ...inTheDark], name);
      }
});

void test('a colour that is another in one scheme is named with what it was and what it is', () => {
  const edit = (line: string) => line.replace(/#[0-9a-f]{6}|none/u, '#123456');
  for (const scheme of ['light', 'dark'] as const)
    for (const {name, state, line, other, seen} of changes(scheme, edit))
      assert.deepEqual(judge(seen, 'ltr', state), [`- ${line}`, `+ ${other}`], name);
});
