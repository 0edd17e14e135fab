import type {Refused} from '../test/server/support/ask-unanswered.js';

const intro = `# What the service does not answer

Made by \`npm run docs\`, from the answers of a running service. Public clients of the real service can ask for more
than the specification has. What this service refuses on purpose is listed here with its answer; everything else that
those clients ask for is answered. Tests make every call and build every address of the npm clients
\`@sfpy/node-core\` 0.3.5 and \`@sfpy/node-sdk\` 3.0.2, as they are installed from npm, and send every request of the PHP
client \`getsafepay/sfpy-php\`: each is answered, or refused as this list says.

Every refusal comes in the envelope of wire 1.3, so each client finds the text that it shows. Words in braces
stand for a value; a body names what differs from a request that works.
`;

const outro = `## What the recorded service does not show

A payment with a saved card and a step-up runs at the recorded service up to the authorization
(\`recorded/paying\`: “goes from the list to the card, through the bank’s page, and holds what the shop named”).
What is then pending is recorded as the reversal, so that the kit does not send the empty payload that captures
at ours: the payment ends \`authorized\`, and the shop captures it as its own service says.
`;

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('<', '\\<');

/** The text of a page's heading and first paragraph. */
const pageText = (html: string) =>
  [/<h1[^>]*>(.*?)<\/h1>/s, /<\/h1>\s*<p[^>]*>(.*?)<\/p>/s]
    .map((part) => (part.exec(html)?.[1] ?? '').replace(/<[^>]+>/g, '').trim())
    .filter((text) => text !== '')
    .map((text) => (/[.!?]$/.test(text) ? text : `${text}.`))
    .join(' ');

function rowOf({method, path, body, asks, answer, reason}: Refused): readonly string[] {
  const request = `\`${method} ${path}${body ? ` ${JSON.stringify(body)}` : ''}\``;
  const {status, json, text} = answer;
  const code = json['code'] as unknown as string | undefined;
  const says = (json['message'] as unknown as string | undefined) ?? pageText(text);
  return [request, asks, `${status}${code ? ` \`${code}\`` : ''}`, cell(says), ...(reason ? [reason] : [])];
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
  const paths = tableOf(['request', 'asked by', 'answer', 'what it says'], run.paths.map(rowOf));
  const requests = tableOf(
    ['request', 'asked by', 'answer', 'what it says', 'reason'],
    run.requests.map(rowOf),
  );
  return [
    intro,
    '## Calls outside the specification\n',
    `${paths}\n`,
    '## Values and requests that are refused\n',
    `${requests}\n`,
    outro,
  ].join('\n');
}
