import * as v from 'valibot';
import {cardVaultOptions, defaultOf, type OptionDeclaration} from '../element/options.js';
import {environmentSchema, optionsSchema} from './schema.js';
import type {Trace, TraceEnvironment} from './trace.js';

const engines = [
  ['Firefox', /Firefox\/(\d+)/],
  ['Chromium', /Chrome\/(\d+)/],
  ['Safari', /Version\/(\d+)[\d.]* .*Safari/],
] as const;

/** Surroundings of an element as they are now. */
export function environmentOf(element: HTMLElement): TraceEnvironment {
  const found = engines.flatMap(([engine, regex]) => {
    const [, version] = regex.exec(navigator.userAgent) ?? [];
    return version ? [{engine, engineVersion: Number(version)}] : [];
  })[0];
  const language = element.closest('[lang]')?.getAttribute('lang') ?? navigator.language;
  const withoutLanguage: TraceEnvironment = {
    engine: 'other',
    ...found,
    width: Math.max(0, Math.round(innerWidth)),
    height: Math.max(0, Math.round(innerHeight)),
    direction: getComputedStyle(element).direction === 'rtl' ? 'rtl' : 'ltr',
    // Pages that are no browser, such as jsdom, have no media.
    colorScheme: globalThis.matchMedia?.('(prefers-color-scheme: dark)')?.matches ? 'dark' : 'light',
  };
  const environment = {...withoutLanguage, language};
  return v.is(environmentSchema, environment) ? environment : withoutLanguage;
}

/** Options of an element that differ from their default, as far as a trace may hold them. */
export function optionsOf(element: HTMLElement): Trace['options'] {
  const values = element as unknown as Readonly<Record<string, unknown>>;
  const given = Object.entries<OptionDeclaration>(cardVaultOptions).flatMap(([name, option]) => {
    const value = values[name];
    return value === undefined || value === defaultOf(option) ? [] : [[name, value] as const];
  });
  return Object.fromEntries(
    given.filter(([name, value]) => v.is(optionsSchema, {[name]: value})),
  ) as Trace['options'];
}
