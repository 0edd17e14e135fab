import {randomBytes, scrypt, timingSafeEqual} from 'node:crypto';
import type {ScryptOptions} from 'node:crypto';
import {RetryError} from '../../platform/http/envelope.js';

/** Passwords as they may be kept: scrypt, its parameters and the salt beside the hash. */
export interface Passwords {
  hash(password: string): Promise<string>;
  /**
   * Whether a password is the one that was hashed. Without a hash the answer is no, after as long a time: nobody can tell by it
   * who has an account.
   */
  verify(password: string, hash: string | undefined): Promise<boolean>;
  /** Whether a hash was made with parameters that are not used any more. */
  isOld(hash: string): boolean;
}

const blockSize = 8;
const parallelization = 3;
const hashBytes = 32;
const saltBytes = 16;
/** Hashes under way at a time: the threads that make them read files as well. */
const mostUnderWay = 2;
const mostWaiting = 64;

/** One character may be typed in several ways; all of them are the same password. */
const bytesOf = (password: string) => Buffer.from(password.normalize('NFKC'));

function derive(
  password: string,
  salt: Buffer,
  {N, r, p}: {N: number; r: number; p: number},
): Promise<Buffer> {
  const options: ScryptOptions = {N, r, p, maxmem: 256 * N * r};
  return new Promise((resolve, reject) => {
    scrypt(bytesOf(password), salt, hashBytes, options, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

interface Parsed {
  readonly N: number;
  readonly r: number;
  readonly p: number;
  readonly salt: Buffer;
  readonly key: Buffer;
}

function parse(hash: string): Parsed {
  const [, cost = '', r, p, salt = '', key = ''] = hash.split('$');
  return {
    ...{N: 2 ** Number(cost), r: Number(r), p: Number(p)},
    ...{salt: Buffer.from(salt, 'base64url'), key: Buffer.from(key, 'base64url')},
  };
}

/** @param cost Reads the binary logarithm of scrypt's N (setting `passwordCost`). Hashing runs off the event loop. */
export function createPasswords(cost: () => number): Passwords {
  const queue = createQueue();
  const wanted = () => ({N: 2 ** cost(), r: blockSize, p: parallelization});
  return {
    hash: (password) =>
      queue(async () => {
        const salt = randomBytes(saltBytes);
        const key = await derive(password, salt, wanted());
        return [
          'scrypt',
          cost(),
          blockSize,
          parallelization,
          salt.toString('base64url'),
          key.toString('base64url'),
        ].join('$');
      }),
    verify: (password, hash) =>
      queue(async () => {
        const {key, salt, ...parameters} = hash === undefined ? nobody(wanted()) : parse(hash);
        const same = timingSafeEqual(await derive(password, salt, parameters), key);
        return same && hash !== undefined;
      }),
    isOld: (hash) => !hash.startsWith(`scrypt$${cost()}$${blockSize}$${parallelization}$`),
  };
}

const nobody = (parameters: Pick<Parsed, 'N' | 'r' | 'p'>): Parsed => ({
  ...parameters,
  salt: Buffer.alloc(saltBytes),
  key: Buffer.alloc(hashBytes),
});

/** @throws {ServiceError} 503 `service.overloaded` where too many wait already. */
function createQueue() {
  let underWay = 0;
  const waiting: (() => void)[] = [];
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (underWay >= mostUnderWay) {
      if (waiting.length >= mostWaiting) {
        throw new RetryError(
          503,
          'service.overloaded',
          'Too much is under way here. Come back in a moment.',
          1,
        );
      }
      // Whoever ends hands its place on.
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else underWay++;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else underWay--;
    }
  };
}
