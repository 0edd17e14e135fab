import {asset} from '../../platform/pages/assets.js';
import {dataBlock} from '../../platform/pages/html.js';
import type {PublicJwk} from './keys.js';

/** Configuration of the field's script by its own server; the embedding page cannot change it. */
export interface FieldPageData {
  /** The one-time key the page was asked for. */
  readonly kid: string;
  readonly targetOrigins: readonly string[];
  /** Key that signs capture contexts. */
  readonly signingKey: PublicJwk;
  readonly expired: boolean;
}

/**
 * The document of one card field. Script and styles come from its own origin; nothing of the shop is in it.
 */
export function fieldPage(data: FieldPageData, base: string): string {
  const script = asset('field');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Secure payment field</title>
${dataBlock('field-data', data)}
<script src="${base}/field.js" integrity="${script.integrity}" defer></script>
</head>
<body></body>
</html>
`;
}

/** Instead of a field, where the address names no capture context that is still known. */
export const unknownFieldPage = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Secure payment field</title></head>
<body><p>This card field is no longer available.</p></body></html>
`;
