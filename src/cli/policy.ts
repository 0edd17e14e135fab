/** `card-vault policy`: the header, the hashes and the inventory of scripts of a page, for a set-up. */
import {readFileSync} from 'node:fs';
import {contentSecurityPolicy} from '../server/index.js';
import {inventoryOf} from '../server/inventory.js';
import {CardVaultError} from '../protocol/index.js';
import {addressOf, readArguments, UsageError} from './arguments.js';

/** Where the recorded service has its card fields (wire 2.6). */
const recordedFields: Readonly<Record<string, string>> = {
  'https://api.getsafepay.com': 'https://flex.cybersource.com',
  'https://sandbox.api.getsafepay.com': 'https://testflex.cybersource.com',
};

export const policyUsage = [
  'Usage: card-vault policy <address of the service> [options]',
  '',
  'Prints what a page with <card-vault> needs: its Content-Security-Policy, the hashes of its scripts, and the inventory of',
  'scripts that PCI DSS 6.4.3 asks for. Nothing is fetched.',
  '',
  '  --fields ORIGIN     origin of the card fields; known for the recorded service',
  '  --script PATH       where the page loads the element from; default /card-vault.js',
  '  --base-path PATH    where the handler of the kit answers; default /card-vault',
  '  --integrity FILE    integrity.json of the element; default: that of this package',
  '  --html              the inventory alone, as a page to keep',
  '  --json              all of it as one line of JSON',
].join('\n');

/** Long enough for the header; a page takes a fresh one for each response. */
const placeholder = 'A'.repeat(24);
const hint = '<a fresh nonce for each response>';

interface PolicyOptions {
  readonly serviceUrl: string;
  readonly fieldsOrigin: string;
  readonly script: string;
  readonly basePath: string;
  readonly integrityFile: string | URL;
  readonly as: 'text' | 'html' | 'json';
}

/**
 * The text of the command.
 *
 * @throws UsageError
 */
export function policyText(args: readonly string[]): string {
  const {serviceUrl, fieldsOrigin, script, basePath, integrityFile, as} = readOptions(args);
  const integrity = readIntegrity(integrityFile);
  const header = headerFor(serviceUrl, fieldsOrigin);
  const {scripts, html} = inventoryOf({script, integrity, fieldsOrigin}, basePath);
  if (as === 'html') return html;
  if (as === 'json') return JSON.stringify({'content-security-policy': header, integrity, scripts});
  const hashes = Object.entries(integrity).map(([name, hash]) => `  ${name.padEnd(40)} ${hash}`);
  const entries = scripts.flatMap((one) => [
    `  ${one.script}`,
    `    why        ${one.reason}`,
    `    loaded by  ${one.loadedBy}`,
    `    change     ${one.integrity}`,
  ]);
  return [
    'Content-Security-Policy',
    ...header
      .split('; ')
      .map((directive, index, all) => `  ${directive}${index < all.length - 1 ? ';' : ''}`),
    '',
    `Hashes of the scripts (the attribute integrity)`,
    ...hashes,
    '',
    `Inventory of scripts (PCI DSS 6.4.3), ${scripts.length} entries`,
    ...entries,
  ].join('\n');
}

function headerFor(serviceUrl: string, fieldsOrigin: string): string {
  try {
    const policy = contentSecurityPolicy({nonce: placeholder, serviceUrl, fieldsOrigin});
    return policy.replaceAll(placeholder, hint);
  } catch (error) {
    throw error instanceof CardVaultError ? new UsageError(error.message) : error;
  }
}

function readIntegrity(file: string | URL): Readonly<Record<string, string>> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  } catch {
    throw new UsageError(`${String(file)} is no integrity.json. Name that of the element: --integrity FILE`);
  }
}

function readOptions(args: readonly string[]): PolicyOptions {
  const {address, values} = readArguments(args, 'the address of the service', {
    ...{fields: 'text', script: 'text', 'base-path': 'text', integrity: 'text'},
    ...{html: 'switch', json: 'switch'},
  });
  const serviceUrl = new URL(address).origin;
  const fields = values.fields ?? recordedFields[serviceUrl];
  if (fields === undefined) throw new UsageError('--fields is missing: the origin of the card fields');
  return {
    serviceUrl,
    fieldsOrigin: new URL(addressOf(fields, '--fields')).origin,
    script: values.script ?? '/card-vault.js',
    basePath: values['base-path'] ?? '/card-vault',
    integrityFile: values.integrity ?? new URL('./integrity.json', import.meta.url),
    as: values.html ? 'html' : values.json ? 'json' : 'text',
  };
}
