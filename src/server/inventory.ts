import {escape} from './markup/html.js';

/**
 * A script of a payment page, with what PCI DSS 6.4.3 asks about it: who wants it, why, and how a change is
 * noticed.
 */
export interface InventoryScript {
  /** Its address, or what it is if it has none. */
  readonly script: string;
  readonly reason: string;
  /** The script that loads it, or the page. */
  readonly loadedBy: string;
  /** How it is made sure that it is this script and was not changed. */
  readonly integrity: string;
}

export interface InventoryOptions {
  /** Address of the element's script, default `/card-vault.js`. Its parts lie in `card-vault/` beside it. */
  readonly script?: string;
  /**
   * The content of `card-vault/integrity.json`: hashes by path. Without it the parts cannot be listed one by
   * one.
   */
  readonly integrity?: Readonly<Record<string, string>>;
  /** Origin of the hosted card fields, if it is known. */
  readonly fieldsOrigin?: string;
  /** The shop's other scripts on the page. */
  readonly others?: readonly InventoryScript[];
}

/** All scripts that run on a page with `<card-vault>`. */
export interface Inventory {
  readonly scripts: readonly InventoryScript[];
  /** The same as a page, to print or to keep with the assessment. */
  readonly html: string;
}

const entryReason =
  'Draws the card form and saves the card. Card number and code are typed into frames that it cannot read.';
const partReason =
  'A part of the form’s script that is loaded when it is needed, such as a language or the bank’s dialog.';

/** Lists the scripts of a page with `<card-vault>`, with reasons. */
export function inventoryOf(
  {script = '/card-vault.js', integrity = {}, fieldsOrigin, others = []}: InventoryOptions,
  basePath: string,
): Inventory {
  const beside = script.slice(0, script.lastIndexOf('/') + 1);
  const [name = ''] = script.slice(beside.length).split(/[?#]/);
  const {[name]: own, ...parts} = integrity;
  const listed = Object.entries(parts).map(([path, hash]) => ({
    script: beside + path,
    reason: partReason,
    loadedBy: script,
    integrity: `Its hash is ${hash}; a page can bind it by the integrity of an import map.`,
  }));
  const unlisted = {
    script: `${beside}card-vault/*.js`,
    reason: partReason,
    loadedBy: script,
    integrity: 'Served by the shop. Pass integrity.json to list each part with its hash.',
  };
  const scripts: readonly InventoryScript[] = [
    {
      script,
      reason: entryReason,
      loadedBy: 'the page',
      integrity: own ? `Attribute integrity: ${own}` : 'Set the attribute integrity from integrity.json.',
    },
    ...(listed.length > 0 ? listed : [unlisted]),
    {
      script: 'the inline script of vault.markup()',
      reason:
        'Asks the shop’s server for the session and brings the card fields up while the form’s script loads; holds the form until then.',
      loadedBy: 'the page',
      integrity: 'The nonce of the page’s policy; the server writes its text with each page.',
    },
    {
      script: `${fieldsOrigin ?? 'the origin of the card fields'}: library of the card fields`,
      reason: 'Makes the frames into which card number and code are typed.',
      loadedBy: `${script}, or the page that vault.markup() wrote`,
      integrity:
        'Address and hash come with the signed capture context of each session; the form and the page set them as integrity.',
    },
    {
      script: `${basePath}/frame and ${basePath}/return: one inline script each`,
      reason: 'Take the browser to the bank and back, in documents of their own.',
      loadedBy: 'the shop’s server',
      integrity: 'Each document’s policy names the hash of its only script.',
    },
    ...others,
  ];
  return {scripts, html: pageOf(scripts)};
}

const heads = ['Script', 'Why it is there', 'Loaded by', 'How a change is noticed'];
const style =
  'body{font:16px/1.5 system-ui,sans-serif;margin:2rem;color:#16181d;background:#fff}h1{font-size:1.4rem}' +
  'table{border-collapse:collapse}th,td{padding:.5rem .75rem;border:1px solid #c3c8d1;text-align:start;vertical-align:top;overflow-wrap:anywhere}' +
  'th{background:#f2f4f7}';

function pageOf(scripts: readonly InventoryScript[]): string {
  const cells = (kind: 'th' | 'td', texts: readonly string[]) =>
    `<tr>${texts.map((text) => `<${kind}${kind === 'th' ? ' scope="col"' : ''}>${escape(text)}</${kind}>`).join('')}</tr>`;
  const rows = scripts.map(({script, reason, loadedBy, integrity}) =>
    cells('td', [script, reason, loadedBy, integrity]),
  );
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Scripts of the payment page</title>` +
    `<style>${style}</style></head><body><h1>Scripts of the payment page</h1>` +
    `<p>PCI DSS 4.0.1, requirement 6.4.3. ${scripts.length} entries.</p>` +
    `<table><thead>${cells('th', heads)}</thead><tbody>${rows.join('')}</tbody></table></body></html>`
  );
}
