/** A page needs the words of a session when it opens one, and those of a tracker only when it saves. */
export * from './session-words.js';
export * from './tracker-words.js';
