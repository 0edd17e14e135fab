// Runs in the browser: brings an element into a state and says how it looks, in both schemes.
import {measure, type Measured} from './measure.js';
import {Stage, type State} from './stage.js';
import {entry} from './states/entry.js';
import {endings} from './states/endings.js';
import {errors} from './states/errors.js';
import {saving} from './states/saving.js';

const groups: Readonly<Record<string, readonly State[]>> = {entry, errors, saving, endings};

export type Scheme = 'light' | 'dark';
export type Direction = 'ltr' | 'rtl';

const golden = {
  /** The names of all states, by group. */
  names(): Record<string, string[]> {
    return Object.fromEntries(
      Object.entries(groups).map(([group, states]) => [group, states.map(({name}) => name)]),
    );
  },

  /** Shows a state; `look` is called in each scheme. */
  async show(
    group: string,
    name: string,
    direction: Direction,
    look: (scheme: Scheme) => unknown,
  ): Promise<void> {
    const state = groups[group]!.find((one) => one.name === name)!;
    const stage = new Stage(state, direction === 'rtl');
    try {
      await stage.enter(state);
      for (const scheme of ['light', 'dark'] as const) {
        document.documentElement.style.colorScheme = scheme;
        await stage.still();
        await look(scheme);
      }
    } catch (cause) {
      throw new Error(`${group}, ${name}, ${direction}: ${String(cause)}`, {cause});
    } finally {
      stage.leave();
    }
  },

  /** All states of a group as they are measured, in one direction. */
  async measure(group: string, direction: Direction): Promise<Record<string, Record<Scheme, Measured>>> {
    const all: Record<string, Record<Scheme, Measured>> = {};
    for (const {name} of groups[group]!) {
      const seen: Partial<Record<Scheme, Measured>> = {};
      await golden.show(group, name, direction, (scheme) => {
        seen[scheme] = measure(document.querySelector('card-vault')!);
      });
      all[name] = seen as Record<Scheme, Measured>;
    }
    return all;
  },
};

export type Golden = typeof golden;
Object.assign(globalThis, {golden});
