import type {CSSResult} from 'lit';
import type {Messages} from '../messages/language.js';
import {adopt} from '../styles/adopt.js';
import type {LocaleController} from './locale.js';

interface Part {
  readonly messages: Partial<Messages>;
  readonly styles?: CSSResult;
}

/** A part of the element that is loaded later brings its English and its style sheet. */
export async function takePart<T extends Part>(
  host: HTMLElement,
  locale: LocaleController,
  part: Promise<T>,
): Promise<T> {
  const module = await part;
  locale.add(module.messages);
  if (module.styles) adopt(host.shadowRoot!, module.styles);
  return module;
}
