import type {Context, Hono, MiddlewareHandler} from 'hono';
import type {FieldError} from '../errors.js';

/** The values that middleware and handlers of one request share. */
export interface ServiceEnv {
  readonly Variables: {
    requestId: string;
    /** The client's address, where a trusted proxy names it (`http/client-address.ts`). */
    clientAddress?: string;
    /** Headers that the answer will get (`http/headers.ts`). */
    presetHeaders: Readonly<Record<string, string>>;
    /** The parsed body, stored by `readJson`. */
    json?: Promise<unknown>;
    /** The unknown fields of the body. Only there where answers name them (`unknown-field-warnings.ts`). */
    unknownFields?: readonly FieldError[];
    /** Refuses a body that names another merchant than the caller's; a guard sets it. */
    checkMerchantKey?: (body: unknown) => Promise<void>;
    /** Set and read by `identity/callers.ts` only. */
    caller?: unknown;
    /** Id of the caller's merchant, for the log. Missing until a guard has set it. */
    merchant?: string;
  };
}

export type ServiceApp = Hono<ServiceEnv>;
export type ServiceContext = Context<ServiceEnv>;
export type ServiceMiddleware = MiddlewareHandler<ServiceEnv>;
