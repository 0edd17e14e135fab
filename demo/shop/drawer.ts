import {startBank} from './bank.js';
import {startCardPicker} from './card-picker.js';
import {startCopying} from './copying.js';
import {startFaults} from './faults.js';
import {showInForce} from './in-force.js';
import {startRequests} from './requests.js';
import {showSnippet} from './snippet.js';
import {startSwitches} from './switches.js';
import {startTimeline} from './timeline.js';

/** The tester's drawer; `vault` is the page's `<card-vault>`, where it has one. */
export function startDrawer(vault?: HTMLElement | null): void {
  const timeline = startTimeline(vault);
  startCopying();
  void showInForce();
  startSwitches();
  showSnippet();
  startRequests();
  void startFaults();
  void startBank();
  void startCardPicker((card) => timeline.expect(card));
}
