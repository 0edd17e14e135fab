import {checkFrame, checkReturn, visitReturn} from '../check/framed-pages.js';
import type {Finding} from '../check/finding.js';
import type {Rule} from './rule.js';
import {Broken, NotTried} from './shop.js';

/** The pages between the shop and the bank. */
export const pageRules = [
  {
    check: 'return',
    section: 'GET and POST /return',
    kept: 'The bank can come back to the return page, by GET and by POST.',
    next: 'Answer GET and POST with the page of this section, without a login, a redirect or a guard against forms of other sites.',
    async attempt(shop) {
      const {returnUrl} = shop.session.session;
      return saidOf(await checkReturn(await visitReturn(returnUrl, shop.go), shop.origin));
    },
  },
  {
    check: 'frame',
    section: "What a shop's server answers",
    kept: 'The shell frame can be shown in the page.',
    next: 'Leave frame_url out of the session, or answer it with the shell of card-vault/server.',
    async attempt(shop) {
      const {frameUrl} = shop.session.session;
      if (frameUrl === undefined)
        throw new NotTried('the session names no frame_url: the page itself frames the bank');
      return saidOf(
        await checkFrame(await shop.go(frameUrl, {headers: shop.loginFor(frameUrl)}), shop.origin),
      );
    },
  },
] as const satisfies readonly Rule[];

function saidOf(finding: Finding): string {
  if (finding.result === 'wrong') throw new Broken(finding.says);
  return finding.says;
}
