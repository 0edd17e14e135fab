import {expect} from '@open-wc/testing';
import {createRunHome} from '../../../src/element/stages/saving.js';
import {isSettled} from '../../support/fake-host.js';

let count = 0;
/** A tracker that no other test has. */
const fresh = (): string => `track_home_${(count += 1)}`;

/** What the browser says is held and waited for. */
async function queue(tracker: string) {
  const {held = [], pending = []} = await navigator.locks.query();
  const of = (all: readonly LockInfo[]) => all.filter(({name}) => name === `card-vault:${tracker}`).length;
  return {held: of(held), waiting: of(pending)};
}

/** The browser hears of it in its own time. */
async function isFree(tracker: string): Promise<void> {
  for (;;) {
    const {held, waiting} = await queue(tracker);
    if (held + waiting === 0) return;
  }
}

describe('the home of a run', () => {
  it('is in one page: another hears so at once, and has it when the first leaves', async () => {
    const tracker = fresh();
    const [first, second] = [createRunHome(), createRunHome()];
    expect(await first.enter(tracker, false)).to.equal(true);
    expect(await second.enter(tracker, false)).to.equal(false);
    const waiting = second.enter(tracker, true);
    expect(await isSettled(waiting)).to.equal(false);
    first.leave();
    expect(await waiting).to.equal(true);
    second.leave();
    expect(await createRunHome().enter(tracker, false)).to.equal(true);
  });

  it('is entered once, however often that is asked for, and left as a whole', async () => {
    const tracker = fresh();
    const home = createRunHome();
    const all = [home.enter(tracker, true), home.enter(tracker, true), home.enter(tracker, false)];
    expect(await Promise.all(all)).to.deep.equal([true, true, true]);
    expect(await queue(tracker)).to.deep.equal({held: 1, waiting: 0});
    home.leave();
    expect(await createRunHome().enter(tracker, false)).to.equal(true);
  });

  it('is left also where it is only waited for, or asked for in this moment', async () => {
    const tracker = fresh();
    const [first, second] = [createRunHome(), createRunHome()];
    await first.enter(tracker, true);
    void second.enter(tracker, true);
    second.leave();
    first.leave();
    void first.enter(tracker, true);
    first.leave();
    await isFree(tracker);
  });

  it('is another one for another run', async () => {
    const [one, other] = [fresh(), fresh()];
    const home = createRunHome();
    await home.enter(one, true);
    await home.enter(other, true);
    await isFree(one);
    expect(await queue(other)).to.deep.equal({held: 1, waiting: 0});
    home.leave();
  });

  for (const [what, locks] of [
    ['has no Web Locks', undefined],
    [
      'refuses them to the page',
      {request: () => Promise.reject(new DOMException('no', 'SecurityError'))} as unknown as LockManager,
    ],
  ] as const)
    it(`is not known where the browser ${what}`, async () => {
      const home = createRunHome({locks} as {locks?: LockManager});
      expect(await home.enter(fresh(), false)).to.equal(true);
      expect(home.isKnown).to.equal(false);
      home.leave();
    });
});
