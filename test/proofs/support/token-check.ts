import {createRevokedTokens} from '../../../service/src/platform/identity/revoked-tokens.js';
import {loadPassportKeys} from '../../../service/src/platform/identity/keys.js';
import {createPassport} from '../../../service/src/platform/identity/passport.js';
import {defaultSettings} from '../../../service/src/platform/settings.js';
import {SetClock, openRig} from './billing-rig.js';

const warmUp = 200;

/** Milliseconds of each check of a time-based token alone, without HTTP: genuine and altered ones by turns. */
export async function timeChecks(count: number): Promise<readonly number[]> {
  const clock = new SetClock(new Date());
  const rig = await openRig('memory:', clock);
  try {
    const {database, vault} = rig;
    const here = 'http://localhost:4100';
    const passport = createPassport({
      ...{clock, settings: defaultSettings(), urls: {api: here, fields: here, issuer: here, hosted: here}},
      keys: await loadPassportKeys({database, vault, clock}),
      revokedTokens: createRevokedTokens({database, clock}),
    });
    const {token} = await passport.mint({merchant: 'mer_checked', scope: undefined, expiresIn: undefined});
    const altered = `${token.slice(0, -4)}AAAA`;
    const times: number[] = [];
    for (let run = 0; run < warmUp + count; run++) {
      const [asked, wanted] = run % 2 === 0 ? [token, true] : [altered, false];
      const began = performance.now();
      const opened = await passport.read(asked).then(
        () => true,
        () => false,
      );
      if (run >= warmUp) times.push(performance.now() - began);
      if (opened !== wanted)
        throw new Error(`A token that is ${wanted ? 'genuine' : 'altered'} was misjudged.`);
    }
    return times;
  } finally {
    await rig.close();
  }
}
