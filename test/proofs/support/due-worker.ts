import {setTimeout as pause} from 'node:timers/promises';
import {SetClock, billingOf, openRig, runDue} from './billing-rig.js';

/** What one worker is to do, as arguments of its process: `address`, ISO instant of its clock, milliseconds of the network. */
const [address, now, latency] = process.argv.slice(2);
if (address === undefined || now === undefined)
  throw new Error('A worker of the proofs is told where and when.');

const clock = new SetClock(new Date(now));
const rig = await openRig(address, clock);
/** A network that is as far away as networks are: it uses no processor meanwhile. */
const network = {
  ...rig.network,
  async authorize(request: Parameters<typeof rig.network.authorize>[0]) {
    const answer = await rig.network.authorize(request);
    if (Number(latency) > 0) await pause(Number(latency));
    return answer;
  },
};
const {work} = billingOf(rig, clock, {network});

process.on('message', () => {
  void runDue(work).then(async (taken) => {
    await rig.close();
    process.send!(taken, () => process.disconnect());
  });
});
process.send!('ready');
