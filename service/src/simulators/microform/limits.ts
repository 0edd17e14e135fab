/** Life of a capture context and of a transient token, in seconds (wire 2.1, 2.4). */
export const contextLifeSeconds = 900;
export const tokenLifeSeconds = 900;

/** Transient tokens that one capture context makes at most. */
export const tokensPerContext = 5;

/** Cards that may be tried under one capture context, refused ones included: stops card testing. */
export const attemptsPerContext = 25;

/** Largest body of a token request, in bytes. */
export const tokenRequestBytes = 16_384;
