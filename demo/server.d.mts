import type {Service, ServiceOptions} from 'card-vault-service';
import type {CardVaultServer} from 'card-vault/server';

export interface DemoOptions extends Pick<
  ServiceOptions,
  'fieldsPort' | 'issuerPort' | 'database' | 'settings' | 'limits' | 'log'
> {
  /** The shop's own port, 5173 by default; 0 picks a free one. */
  readonly port?: number;
  /** The service's port, 4100 by default; 0 picks a free one. */
  readonly servicePort?: number;
}

export interface Demo {
  /** Address of the shop. */
  readonly url: string;
  readonly service: Service;
  readonly vault: CardVaultServer;
  close(): Promise<void>;
}

/** Starts the service, the shop's server and the shop. */
export function startDemo(options?: DemoOptions): Promise<Demo>;
