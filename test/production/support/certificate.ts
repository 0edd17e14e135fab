import {execFileSync, spawnSync} from 'node:child_process';
import {X509Certificate, createHash} from 'node:crypto';
import {readFileSync} from 'node:fs';
import {join} from 'node:path';

export interface Certificate {
  readonly key: string;
  readonly cert: string;
  /** Path of the certificate, for `NODE_EXTRA_CA_CERTS`. */
  readonly file: string;
  /** Hash of its public key, for Chromium's `--ignore-certificate-errors-spki-list`. */
  readonly keyHash: string;
}

/** Why no certificate can be made here; undefined where one can. */
export const lacksOpenssl = (): string | undefined =>
  spawnSync('openssl', ['version']).status === 0
    ? undefined
    : 'no openssl on this machine (Debian: apt-get install openssl)';

/** Makes a certificate for these hosts that is valid for a day. It is its own authority. */
export function makeCertificate(folder: string, hosts: readonly string[]): Certificate {
  const [keyFile, file] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const names = hosts.map((host) => `DNS:${host}`).join(',');
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-nodes', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'],
      ...['-days', '1', '-subj', '/CN=card-vault test', '-addext', `subjectAltName=${names}`],
      ...['-keyout', keyFile, '-out', file],
    ],
    {stdio: 'ignore'},
  );
  const cert = readFileSync(file, 'utf8');
  const publicKey = new X509Certificate(cert).publicKey.export({type: 'spki', format: 'der'});
  return {
    ...{key: readFileSync(keyFile, 'utf8'), cert, file},
    keyHash: createHash('sha256').update(publicKey).digest('base64'),
  };
}
