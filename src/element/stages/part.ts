import type {CSSResult, ReactiveControllerHost} from 'lit';
import type {Messages} from '../../texts/shapes.js';
import {adopt} from '../styles/adopt.js';
import type {LocaleController} from '../shopper/locale.js';

/**
 * An element that draws into a shadow root, which may be closed; there once the element has been in a page.
 */
export interface DrawnHost extends ReactiveControllerHost, HTMLElement {
  readonly renderRoot: ShadowRoot;
}

interface Part {
  readonly messages: Partial<Messages>;
  readonly styles?: CSSResult;
}

/** A part of the element that is loaded later brings its English and its style sheet. */
export async function takePart<T extends Part>(
  host: Pick<DrawnHost, 'renderRoot'>,
  locale: LocaleController,
  part: Promise<T>,
): Promise<T> {
  const module = await part;
  locale.add(module.messages);
  if (module.styles) adopt(host.renderRoot, module.styles);
  return module;
}
