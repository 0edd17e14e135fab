/** Lifetime of a capture context (wire 2.1). */
export const contextLifetimeSeconds = 900;

/** Lifetime of a transient token (wire 2.4). */
export const tokenLifetimeSeconds = 900;

/** How many transient tokens one capture context may make. */
export const tokensPerContext = 5;

/** How many cards may be submitted with one capture context. Refused cards count, to stop card testing. */
export const attemptsPerContext = 25;

/** The size limit of a token request, in bytes. */
export const tokenRequestBytes = 16_384;
