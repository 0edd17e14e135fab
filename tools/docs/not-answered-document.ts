import type {Refused} from '../../test/server/support/ask-unanswered.js';

const intro = `# What the service does not answer

Made by \`npm run docs\`, from the answers of a running service. Public clients of the real service ask for more than the
specification has; what this service refuses on purpose is listed here, and all else is answered. Tests make every call
and build every address of \`@sfpy/node-core\` 0.3.5 and \`@sfpy/node-sdk\` 3.0.2 as installed from npm, and send every
request of \`getsafepay/sfpy-php\`. Refusals have the envelope of wire 1.3. Words in braces stand for a value; a body names
what differs from a request that works.
`;

const outro = `## What the recorded service does not show

A payment with a saved card and a step-up runs at the recorded service up to the authorization (\`recorded/paying\`).
What is then pending is recorded as the reversal. So neither the kit's hook nor \`payments.capture\` sends the empty payload that captures
at ours: the payment ends \`authorized\`. [Going live](../site/going-live.md#what-is-missing-there) says what that means for a shop.
`;

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('<', '\\<');

/** The text of a page's heading and first paragraph. */
const pageText = (html: string) =>
  [/<h1[^>]*>(.*?)<\/h1>/s, /<\/h1>\s*<p[^>]*>(.*?)<\/p>/s]
    .map((part) => (part.exec(html)?.[1] ?? '').replace(/<[^>]+>/g, '').trim())
    .filter((text) => text !== '')
    .map((text) => (/[.!?]$/.test(text) ? text : `${text}.`))
    .join(' ');

interface Group {
  readonly requests: string[];
  readonly asks: Set<string>;
  /** The answer, what it says, and where there is one its reason. */
  readonly cells: readonly string[];
}

/** One row for all requests that get the same answer for the same reason. */
function rowsOf(refused: readonly Refused[]): readonly (readonly string[])[] {
  const groups = new Map<string, Group>();
  for (const {method, path, body, asks, answer, reason} of refused) {
    const {status, json, text} = answer;
    const code = json['code'] as unknown as string | undefined;
    const says = (json['message'] as unknown as string | undefined) ?? pageText(text);
    const cells = [`${status}${code ? ` \`${code}\`` : ''}`, cell(says), ...(reason ? [reason] : [])];
    const group = groups.get(cells.join()) ?? {requests: [], asks: new Set(), cells};
    groups.set(cells.join(), group);
    group.requests.push(`\`${method} ${path}${body ? ` ${JSON.stringify(body)}` : ''}\``);
    group.asks.add(asks);
  }
  return [...groups.values()].map(({requests, asks, cells}) => [
    requests.join('<br>'),
    [...asks].filter((one) => ![...asks].some((other) => other !== one && other.includes(one))).join('; '),
    ...cells,
  ]);
}

function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** The text of docs/not-answered.md, before it is formatted. */
export function notAnsweredDocument(run: {
  readonly paths: readonly Refused[];
  readonly requests: readonly Refused[];
}): string {
  const paths = tableOf(['request', 'asked by', 'answer', 'what it says'], rowsOf(run.paths));
  const requests = tableOf(['request', 'asked by', 'answer', 'what it says', 'reason'], rowsOf(run.requests));
  return [
    intro,
    '## Calls outside the specification\n',
    `${paths}\n`,
    '## Values and requests that are refused\n',
    `${requests}\n`,
    outro,
  ].join('\n');
}
