import {spawn, type ChildProcess} from 'node:child_process';
import type {Service} from '../options.js';

/** Commands that run beside the service, such as a shop in development. */
export interface Beside {
  /** Ends all of them, and what they started. */
  stop(): void;
}

// A group of processes of its own, which ends with what the shell started. Windows has none, and its console reaches them all.
const isGrouped = process.platform !== 'win32';

function end(child: ChildProcess): void {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  if (isGrouped) process.kill(-child.pid, 'SIGTERM');
  else child.kill();
}

/**
 * Starts commands of `--run` with address and keys of the service in their environment.
 *
 * @param ended Is told the exit code of the first that ends by itself; a signal counts as 1.
 */
export function runBeside(
  commands: readonly string[],
  {urls, keys}: Pick<Service, 'urls' | 'keys'>,
  ended: (code: number) => void,
): Beside {
  const env = {
    ...process.env,
    CARD_VAULT_SERVICE: urls.api,
    CARD_VAULT_SECRET_KEY: keys.secretKey,
    CARD_VAULT_PUBLIC_KEY: keys.publicKey,
    CARD_VAULT_WEBHOOK_SECRET: keys.webhookSecret,
  };
  let isStopped = false;
  const children = commands.map((command) => {
    const stdio = ['ignore', 'inherit', 'inherit'] as const;
    const child = spawn(command, {shell: true, detached: isGrouped, stdio: [...stdio], env});
    child.once('exit', (code) => {
      if (!isStopped) ended(code ?? 1);
    });
    return child;
  });
  return {
    stop() {
      isStopped = true;
      children.forEach(end);
    },
  };
}
