import type {Context, Hono, MiddlewareHandler} from 'hono';

export interface ServiceEnv {
  readonly Variables: {
    requestId: string;
    /** Headers of the answer, as far as they are known before it (`http/headers.ts`). */
    announced: Readonly<Record<string, string>>;
    /** The body as `readJson` has read it. */
    json?: Promise<unknown>;
    /** Set and read by `identity/callers.ts` only. */
    caller?: unknown;
    /** Id of the merchant whose request it is, for the log; missing until a guard knows it. */
    merchant?: string;
  };
}

export type ServiceApp = Hono<ServiceEnv>;
export type ServiceContext = Context<ServiceEnv>;
export type ServiceMiddleware = MiddlewareHandler<ServiceEnv>;
