import {Rig, bookErrors} from './support/page/rig.js';
import type {ShopPage} from './support/page/shop.js';
import {cards} from './support/page/visit.js';
import type {ProofResult} from './support/proof.js';

export const id = 'C1';
export const title =
  'every journey runs under the strictest policy, sent as a header or in the page, light or dark, in a shadow tree or not';

/** How a page saves, and with which card. */
const journeys = {
  'no step-up': {attributes: '', number: cards.frictionless, outcome: 'saved'},
  'a step-up in a dialog': {attributes: 'step-up="dialog"', number: cards.stepUp, outcome: 'saved'},
  'a step-up in the page': {attributes: 'step-up="inline"', number: cards.stepUp, outcome: 'saved'},
  'a step-up instead of the page': {attributes: 'step-up="redirect"', number: cards.stepUp, outcome: 'saved'},
  'a card that the bank stops': {attributes: '', number: '340000000002062', outcome: 'stopped'},
} as const;
type Journey = keyof typeof journeys;

interface Variant {
  readonly journey: Journey;
  readonly policy: 'header' | 'meta';
  readonly scheme: 'light' | 'dark';
  readonly shadow: boolean;
}

const all: readonly Variant[] = (Object.keys(journeys) as Journey[]).flatMap((journey) =>
  (['header', 'meta'] as const).flatMap((policy) =>
    (['light', 'dark'] as const).flatMap((scheme) =>
      [false, true].map((shadow) => ({journey, policy, scheme, shadow})),
    ),
  ),
);
/** Each journey, each policy, each scheme and a shadow tree at least once. */
const few = [0, 15, 17, 26, 38].map((index) => all[index]!);

const nameOf = ({journey, policy, scheme, shadow}: Variant) =>
  `${journey}, policy as ${policy}, ${scheme}${shadow ? ', in a shadow tree' : ''}`;

/** A host whose shadow tree the element stands in. */
const inShadow = '<div id="host"><template shadowrootmode="open">TAG</template></div>';

async function attempt(rig: Rig, variant: Variant, page: ShopPage = {}): Promise<string[]> {
  const {attributes, number, outcome} = journeys[variant.journey];
  const {policy, scheme, shadow} = variant;
  return rig.shopper(
    async (visit) => {
      const origins = new Set<string>();
      visit.page.on('framenavigated', (frame) => {
        if (frame.parentFrame() === visit.page.mainFrame() && frame.url().startsWith('http'))
          origins.add(new URL(frame.url()).origin);
      });
      await visit.open(rig.shop.put({policy, scheme, attributes, ...(shadow && {body: inShadow}), ...page}));
      const end = await visit.save(number);
      const foreign = [...origins].filter((origin) => origin !== rig.shop.origin);
      // A redirect ends in a frame of the shop that the browser is leaving: nothing of the shop's.
      return [
        ...(end?.outcome === outcome ? [] : [`ends ${end?.outcome ?? 'nowhere'}. ${visit.story()}`]),
        ...visit.violations.map((text) => `violation: ${text}`),
        ...visit.complaints,
        ...(foreign.length === 1 && foreign[0] === rig.service.urls.fields
          ? []
          : [`frames of ${foreign.join(', ') || 'no origin'}`]),
        ...(end?.tracker ? bookErrors(await rig.ledger(end.tracker)) : []),
      ].map((text) => `${nameOf(variant)}: ${text}`);
    },
    {colorScheme: scheme},
  );
}

/** A style and a script that the policy forbids, put into the page by the shop itself. */
async function seesPlant(rig: Rig): Promise<string[]> {
  const body = 'TAG<p style="color:red">Planted</p><script>window.planted = true</script>';
  const seen = await attempt(rig, all[0]!, {body});
  const found = (text: string) => seen.some((violation) => violation.includes(text));
  return [
    ...(found('style-src') ? [] : ['planted: a style of the page is not seen']),
    ...(found('script-src') ? [] : ['planted: a script without a nonce is not seen']),
  ];
}

export async function run({bar}: {readonly bar: boolean}): Promise<ProofResult> {
  const rig = await Rig.start();
  const chosen = bar ? all : few;
  try {
    const violations = await seesPlant(rig);
    for (const variant of chosen) violations.push(...(await attempt(rig, variant)));
    return {
      lines: [
        `${chosen.length} of ${all.length} journeys × policy × scheme × tree: 0 violations, 0 errors in the console, one foreign origin in frames`,
        'planted: a style and a script that the policy forbids are seen',
      ],
      violations: violations.slice(0, 20),
    };
  } finally {
    await rig.close();
  }
}
