import type {Failure, FailureReason} from './failure.js';

/** Sentences for developers about a failure of the card fields. */
export const failureSentences: Readonly<Record<FailureReason, (failure: Failure) => string>> = {
  'other-merchant': () =>
    'The capture context was made for another merchant than the one that the attribute merchant of <card-vault> names.',
  'other-page': ({origin}) => `The capture context was made for another page; this one is ${origin}.`,
  'framed-elsewhere': ({origin}) =>
    `This page stands in a frame of ${origin}, where the card fields refuse to be shown: a capture context must name the ` +
    'origin of every page around it. Open the page by itself (target="_top").',
  address: () =>
    'The card field library of the capture context must be at an https address (http only on this machine) without a ' +
    'user name or a password.',
  hash: () =>
    'The capture context names no readable integrity hash for the card field library; it is not loaded.',
  'not-a-library': ({origin}) =>
    `The card fields cannot be shown: the script at ${origin} loaded, but it is no card field library.`,
  'not-loaded': ({origin}) =>
    `The card fields cannot be shown: the script at ${origin} did not load (network, blocker, or a hash that does not match).`,
  'script-policy': ({origin, directive}) =>
    `The card fields cannot be shown: the page's policy (${directive}) blocks the script at ${origin}.`,
  'trusted-types': () =>
    "The card fields cannot be shown: the page's Trusted Types policy does not admit the policy name card-vault.",
  'frame-policy': ({origin, directive}) => `The page's policy (${directive}) blocks ${origin}.`,
};
