import {asset} from '../../platform/pages/assets.js';
import {dataBlock} from '../../platform/pages/html.js';
import type {PublicJwk} from './keys.js';

/** Data from the server for the field's script. The shop's page cannot change it. */
export interface FieldPageData {
  /** Id of the one-time key that the field encrypts with; missing in a document that is loaded before its context. */
  readonly kid?: string;
  readonly targetOrigins: readonly string[];
  /** Key that signs capture contexts. */
  readonly signingKey: PublicJwk;
  readonly expired: boolean;
  /** Only the security code is asked; it has one of these lengths. */
  readonly codeLengths?: readonly number[] | undefined;
  /** Whether the context's merchant does not own the page's origin. */
  readonly foreign: boolean;
  /** The page may type into the field, for tests; never in production. */
  readonly sandbox?: true | undefined;
}

/** The document of one card field. It contains nothing from the shop. */
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

/** The document for a capture context that is not stored, or no longer, and for origins that are not the merchant's. */
export const unknownFieldPage = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Secure payment field</title></head>
<body><p>This card field is no longer available.</p></body></html>
`;
