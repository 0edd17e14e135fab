import 'card-vault/define-inspector';
import {startBank} from './bank.js';
import {startCardPicker} from './card-picker.js';
import {startCopying} from './copying.js';
import {startFaults} from './faults.js';
import {showInForce} from './in-force.js';
import {startLedger} from './ledger.js';
import {showSnippet} from './snippet.js';
import {startSwitches} from './switches.js';

/** The tester's drawer. */
export function startDrawer(): void {
  const inspector = document.querySelector('card-vault-inspector');
  startLedger(() => inspector?.trace);
  startCopying();
  void showInForce();
  startSwitches();
  showSnippet();
  void startFaults();
  void startBank();
  void startCardPicker();
}
