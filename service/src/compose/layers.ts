import type {Issuer} from '../domain/ports/issuer.js';
import type {Microform} from '../domain/ports/microform.js';
import type {Domain} from './domain.js';
import type {Ground} from './ground.js';
import type {Identity} from './identity.js';

/** All that is composed before the edges. */
export interface Layers {
  readonly ground: Ground;
  readonly domain: Domain;
  readonly identity: Identity;
  readonly microform: Microform;
  readonly issuer: Issuer;
}
