/** A value that an option is set to and that is not used, or not wholly. */
export interface WrongOption {
  readonly option: string;
  readonly value: unknown;
  readonly oneOf: readonly string[] | undefined;
  /** Names in a list that are not among `oneOf`. */
  readonly unknown?: readonly string[];
}
