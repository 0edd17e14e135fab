/** How a merchant's hosted pages look: its logo, the colour of its buttons, and the ground. */
import {createHash} from 'node:crypto';
import * as v from 'valibot';
import {clearText, closedRecord, optional} from '../../platform/http/body.js';
import type {Migration, Queries} from '../../platform/storage/database.js';

/** Null is the service's own look. */
export interface Branding {
  /** `#rrggbb`. */
  readonly accent: string | null;
  /** `#rrggbb`. */
  readonly background: string | null;
  /** SHA-256 of the picture, which names it in addresses. */
  readonly logo_digest: string | null;
}

export const noBranding: Branding = {accent: null, background: null, logo_digest: null};

export const brandingMigrations: readonly Migration[] = [
  {
    name: '0246_merchant_branding',
    sql: `
CREATE TABLE merchant_branding (
  merchant text PRIMARY KEY REFERENCES merchants (id),
  accent text,
  background text,
  logo text,
  logo_digest text
);
CREATE INDEX merchant_branding_logo ON merchant_branding (logo_digest);
`,
  },
];

/** Path of a logo at the hosted pages. */
export const logoPath = (digest: string) => `/checkout/logos/${digest}`;

/** Largest logo in bytes: with base64 it fits into a request. */
const mostLogoBytes = 32 * 1024;

/** The first bytes of the pictures that are taken. SVG is not, because it may hold a script. */
const pictures: Readonly<Record<string, (bytes: Buffer) => boolean>> = {
  'image/png': (bytes) => bytes.subarray(0, 4).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47])),
  'image/jpeg': (bytes) => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])),
  'image/webp': (bytes) =>
    bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
};

interface Picture {
  readonly type: string;
  readonly bytes: Buffer;
}

function pictureOf(dataUrl: string): Picture | undefined {
  const [, type = '', base64 = ''] = /^data:(image\/\w+);base64,([A-Za-z0-9+/]+={0,2})$/.exec(dataUrl) ?? [];
  const bytes = Buffer.from(base64, 'base64');
  return bytes.length <= mostLogoBytes && pictures[type]?.(bytes) ? {type, bytes} : undefined;
}

const colourExpected = 'a colour such as #0b5c6b';
const colour = v.pipe(clearText(colourExpected), v.regex(/^#[0-9a-f]{6}$/i, colourExpected));
const logoExpected = `a PNG, JPEG or WebP of at most ${mostLogoBytes / 1024} kB as data:image/png;base64,…`;
const logo = v.pipe(
  clearText(logoExpected),
  v.check((text) => pictureOf(text) !== undefined, logoExpected),
);

/** Request body of `PUT /client/branding/v1`. What is left out or null is the service's own. */
export const brandingBody = closedRecord({
  accent: optional(colour),
  background: optional(colour),
  logo: optional(logo),
});

/** The look of a merchant's pages. */
export async function readBranding(queries: Queries, merchant: string): Promise<Branding> {
  const [row] = await queries.query<Branding>(
    'SELECT accent, background, logo_digest FROM merchant_branding WHERE merchant = $1',
    [merchant],
  );
  return row ?? noBranding;
}

/** Replaces the look of a merchant's pages. */
export async function storeBranding(
  queries: Queries,
  merchant: string,
  {accent = null, background = null, logo: picture = null}: v.InferOutput<typeof brandingBody>,
): Promise<Branding> {
  const digest = picture && createHash('sha256').update(picture).digest('hex');
  await queries.query(
    `INSERT INTO merchant_branding (merchant, accent, background, logo, logo_digest) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (merchant) DO UPDATE SET accent = $2, background = $3, logo = $4, logo_digest = $5`,
    [merchant, accent, background, picture, digest],
  );
  return {accent, background, logo_digest: digest};
}

/** The picture with this digest, of whichever merchant has it: everyone may see a logo. */
export async function readLogo(queries: Queries, digest: string): Promise<Picture | undefined> {
  const [row] = await queries.query<{logo: string}>(
    'SELECT logo FROM merchant_branding WHERE logo_digest = $1 LIMIT 1',
    [digest],
  );
  return row && pictureOf(row.logo);
}
