import {challengeWindows, type ChallengeWindow} from '../protocol/index.js';

/** Measures before a step-up is shown; lengths in CSS pixels. */
export interface ChallengeWindowQuestion {
  /** The size the shop asks for (attribute `challenge-window`). */
  readonly preferred: 'auto' | ChallengeWindow;
  readonly availableWidth: number;
  readonly availableHeight: number;
  /** The size the issuer draws for, as the enrollment names it. */
  readonly requested?: string | undefined;
}

/** From the roomiest down; `05` fills the page and is what is left when none of them fits. */
const bySize = (['03', '04', '02', '01'] as const).map((id) => ({id, ...challengeWindows[id]}));

/** The text as an EMV window size, or `undefined` when it is none. */
export function readChallengeWindow(text: string | undefined): ChallengeWindow | undefined {
  return text !== undefined && Object.hasOwn(challengeWindows, text) ? (text as ChallengeWindow) : undefined;
}

/**
 * The EMV 3-D Secure window size (wire 4) to show a challenge in: the size the shop asks for if it fits, else
 * the size the issuer draws for if it fits, else the largest that fits, else the whole page (`05`).
 */
export function chooseChallengeWindow(question: ChallengeWindowQuestion): ChallengeWindow {
  const {preferred, availableWidth, availableHeight} = question;
  const fits = (id: ChallengeWindow): boolean => {
    const size = challengeWindows[id];
    return size === undefined || (size.width <= availableWidth && size.height <= availableHeight);
  };
  const preferences = [preferred === 'auto' ? undefined : preferred, readChallengeWindow(question.requested)];
  return (
    preferences.find((size) => size !== undefined && fits(size)) ??
    bySize.find(({id}) => fits(id))?.id ??
    '05'
  );
}
