// Runs in the browser: brings an element into a state and says how it looks, in both schemes.
import axe from 'axe-core';
import {variables, type VariableName} from '../../src/element/styles/variables.js';
import {measure, type Measured} from './measure.js';
import {CompanionStage, type CompanionState} from './companion.js';
import {
  changedBy,
  lookOf,
  pieceOf,
  surfaces,
  type Forced,
  type Piece,
  type Place,
  type SurfaceName,
} from './readers.js';
import {groupOf, type Group} from './scene.js';
import {Stage, type State} from './stage.js';
import {entry} from './states/entry.js';
import {endings} from './states/endings.js';
import {errors} from './states/errors.js';
import {labels} from './states/labels.js';
import {list} from './states/list.js';
import {parts} from './states/parts.js';
import {paying} from './states/paying.js';
import {saving} from './states/saving.js';
import {subscribe} from './states/subscribe.js';

const ofElement = (states: readonly State[]): Group => groupOf(states, (...all) => new Stage(...all));
const ofCompanion = (states: readonly CompanionState[]): Group =>
  groupOf(states, (...all) => new CompanionStage(...all));

const groups: Readonly<Record<string, Group>> = {
  entry: ofElement(entry),
  errors: ofElement(errors),
  labels: ofElement(labels),
  saving: ofElement(saving),
  endings: ofElement(endings),
  paying: ofElement(paying),
  parts: ofElement(parts),
  list: ofCompanion(list),
  subscribe: ofCompanion(subscribe),
};

type Surface = {readonly of: string; readonly places: readonly Place[]};

export type Scheme = 'light' | 'dark';
export type Direction = 'ltr' | 'rtl';

/** A state as it is seen in one scheme. */
export interface Seen extends Measured {
  /** What the browser tells a screen reader. */
  readonly tree: readonly string[];
}

/** Every violation of every rule. */
async function violationsOf(element: Element): Promise<string[]> {
  const rules = {'target-size': {enabled: true}};
  const {violations} = await axe.run(element, {resultTypes: ['violations'], rules});
  return violations.map(({id, nodes}) => `${id}: ${nodes.map(({target}) => String(target)).join(', ')}`);
}

const golden = {
  surfaces,

  /** The names of all states, by group. */
  names(): Record<string, string[]> {
    return Object.fromEntries(Object.entries(groups).map(([group, {names}]) => [group, [...names]]));
  },

  /** Shows a state; `look` is called in each scheme. */
  async show(
    group: string,
    name: string,
    direction: Direction,
    look: (scheme: Scheme, element: HTMLElement) => unknown,
  ): Promise<void> {
    const scene = groups[group]!.scene(name, direction === 'rtl');
    try {
      await scene.enter();
      for (const scheme of ['light', 'dark'] as const) {
        document.documentElement.style.colorScheme = scheme;
        await scene.still();
        await look(scheme, scene.element);
      }
    } catch (cause) {
      throw new Error(`${group}, ${name}, ${direction}: ${String(cause)}`, {cause});
    } finally {
      scene.leave();
    }
  },

  /** All states of a group as they are seen, in one direction. */
  async measure(group: string, direction: Direction): Promise<Record<string, Record<Scheme, Seen>>> {
    const all: Record<string, Record<Scheme, Seen>> = {};
    for (const name of groups[group]!.names) {
      const seen: Partial<Record<Scheme, Seen>> = {};
      await golden.show(group, name, direction, async (scheme, element) => {
        seen[scheme] = {
          ...measure(element),
          // It is kept from left to right.
          tree: scheme === 'light' && direction === 'ltr' ? await readTree(element.localName) : [],
        };
      });
      all[name] = seen as Record<Scheme, Seen>;
    }
    return all;
  },

  /** The surfaces that each variable changes, with the first place where it does. */
  async readers(): Promise<Record<string, Partial<Record<SurfaceName, Place>>>> {
    const names = Object.keys(variables) as VariableName[];
    const found = Object.fromEntries(names.map((name) => [name, {} as Partial<Record<SurfaceName, Place>>]));
    for (const [surface, {of, places}] of Object.entries(surfaces) as [SurfaceName, Surface][])
      for (const place of places)
        await golden.visit(place, (element) => {
          const isSized = !place.inRoom;
          const before = lookOf(element, of, isSized);
          if (before.size === 0) throw new Error(`Nothing is seen of ${surface}.`);
          for (const name of names)
            if (!found[name]![surface] && changedBy(element, of, name, before, isSized).length > 0)
              found[name]![surface] = place;
        });
    return found;
  },

  /** Lets the runner draw the smallest piece of a surface that a variable changes: as it is, and with another value. */
  async draw(
    name: VariableName,
    place: Place,
    of: string,
    value: string,
    shoot: (piece: Piece, isChanged: boolean) => Promise<void>,
  ): Promise<void> {
    await golden.visit(place, async (element) => {
      const changed = changedBy(element, of, name, lookOf(element, of), true, value);
      if (changed.length === 0) throw new Error(`${name}: ${value} changes nothing.`);
      const piece = pieceOf(changed, () => element.style.setProperty(`--card-vault-${name}`, value));
      await shoot(piece, true);
      element.style.removeProperty(`--card-vault-${name}`);
      await shoot(piece, false);
    });
  },

  /** Shows a place, light and left to right, as a pointer or a key makes it look. */
  async visit({group, state, forced = ''}: Place, look: (element: HTMLElement) => unknown): Promise<void> {
    await golden.show(group, state, 'ltr', async (scheme, element) => {
      if (scheme === 'dark') return;
      await forceStates(forced);
      await look(element);
    });
  },

  /** What axe finds in the states of a group, in one direction and both schemes. */
  async violations(group: string, direction: Direction): Promise<string[]> {
    const found: string[] = [];
    for (const name of groups[group]!.names)
      await golden.show(group, name, direction, async (scheme, element) => {
        for (const violation of await violationsOf(element)) found.push(`${name}, ${scheme}: ${violation}`);
      });
    return found;
  },
};

declare global {
  /** Given by the runner, which asks the browser. */
  var readTree: (selector: string) => Promise<readonly string[]>;
  /** Given by the runner: shows every control as it looks under the mouse, pressed, focused or filled in by the browser. */
  var forceStates: (forced: Forced) => Promise<void>;
}

export type Golden = typeof golden;
Object.assign(globalThis, {golden});
