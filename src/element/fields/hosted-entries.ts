import type {FieldEvent} from '../../gateways/index.js';
import type {FieldName} from '../options.js';
import type {Problem} from '../fields.js';

type Change = Extract<FieldEvent, {type: 'change'}>;
type Reported = Pick<Change, 'empty' | 'valid' | 'couldBeValid' | 'usualLength' | 'brands'>;

const untouched: Reported = {empty: true, valid: false, couldBeValid: true};

/**
 * The number and the code: only what their frames report of them, which is empty, valid, length and brand.
 */
export class HostedEntries {
  #number = untouched;
  #code = untouched;
  /** Digits of the brand's codes; undefined while possible brands differ in it. */
  #length: 3 | 4 | undefined;
  /** The length that applied when the code was last reported. */
  #reportedFor: 3 | 4 | undefined;
  /** The code of a saved card is asked for alone: its digits. */
  alone: 3 | 4 | undefined;
  /** The code was right until the number became another brand's. */
  codeIsSpoilt = false;
  /** How the language of the form writes a number. */
  write: (count: number) => string | number = (count) => count;

  /** As an input's hint says it: 3 until it is known. */
  get codeLength(): 3 | 4 {
    return this.#length ?? this.alone ?? 3;
  }

  get empty(): boolean {
    return this.#number.empty && this.#code.empty;
  }

  /** @param focused the field that the shopper is in. */
  take(event: Change, focused: FieldName | undefined): void {
    const wasRight = this.codeIsRight;
    const isByTyping = event.field === 'securityCode' && this.#reportedFor === this.#length;
    if (event.field === 'number') {
      this.#number = event;
      this.#length = event.securityCodeLength;
    } else {
      this.#code = event;
      this.#reportedFor = this.#length;
    }
    if (this.codeIsRight || focused === 'security-code') this.codeIsSpoilt = false;
    else if (wasRight && !isByTyping) this.codeIsSpoilt = true;
  }

  forget(): void {
    this.#number = this.#code = untouched;
    this.#length = this.#reportedFor = undefined;
    this.codeIsSpoilt = false;
  }

  isEmpty(field: 'number' | 'security-code'): boolean {
    return field === 'number' ? this.#number.empty : this.#code.empty;
  }

  /** Right, and as long as such a number usually is: nothing more is typed. */
  get numberIsWhole(): boolean {
    return this.#number.valid && this.#number.usualLength === true;
  }

  /** A code that was reported for another brand does not count as valid, even if its field says so. */
  get codeIsRight(): boolean {
    const isForBrand =
      this.#reportedFor === undefined || (this.#length ?? this.#reportedFor) === this.#reportedFor;
    return this.#code.valid && isForBrand;
  }

  numberProblem(): Problem | undefined {
    const {empty, valid, couldBeValid, usualLength, brands = []} = this.#number;
    if (valid) return undefined;
    if (empty) return {key: 'numberMissing'};
    // At its usual length a number that fails has a wrong digit, even where longer ones exist.
    const isLong = usualLength && brands.length > 0;
    return {key: couldBeValid && !isLong ? 'numberIncomplete' : 'numberWrong'};
  }

  codeProblem(): Problem | undefined {
    if (this.codeIsRight) return undefined;
    // Too long, or of another brand: how long it has to be is all that can be said.
    const isShort = !this.#code.empty && !this.#code.valid && this.#code.couldBeValid;
    return {
      key: isShort ? 'securityCodeWrong' : 'securityCodeMissing',
      values: {count: this.write(this.codeLength)},
    };
  }
}
