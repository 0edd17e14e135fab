import type {Timers} from '../../flow/index.js';
import type {BillingPart} from './billing-part.js';
import type {EarlyEntries} from '../fields/early-entries.js';
import type {FormValue} from '../form/form-value.js';
import type {Frames} from '../fields/frames.js';
import type {LazyParts} from './lazy-parts.js';
import type {LiveRegion} from '../shopper/live-region.js';
import type {LocaleController} from '../shopper/locale.js';
import type {OwnerFormController} from '../form/owner-form.js';
import type {SessionController} from '../session/session.js';

/** What is there when an element has been drawn. */
export interface Drawn {
  readonly locale: LocaleController;
  readonly live: LiveRegion;
  readonly early: EarlyEntries;
  readonly billing: BillingPart;
  readonly form: OwnerFormController;
  readonly formValue: FormValue;
  readonly timers: Timers;
  /** The shopper is about to use the element. */
  readonly wake: () => void;
}

/** What is there beside it when the fields are live. */
export interface Live {
  readonly session: SessionController;
  readonly frames: Frames;
  readonly parts: () => LazyParts;
}
