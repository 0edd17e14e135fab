/**
 * The part of the card field library's interface that this package uses (wire 2.2). Everything it hands over
 * is `unknown` and goes through a reader: the library is third-party code.
 */
export type MicroformLibrary = new (captureContext: string) => MicroformStart;

export interface MicroformStart {
  microform(type: 'card', options: {styles: FieldStyles}): MicroformSession;
}

export interface MicroformSession {
  createField(type: FieldName, options: FieldOptions): MicroformField;
  createToken(
    /** Nothing for a security code alone. */
    options: {readonly expirationMonth?: string; readonly expirationYear?: string; readonly type?: string},
    callback: (error: unknown, token: unknown) => void,
  ): void;
}

export interface MicroformField {
  load(container: HTMLElement): void;
  dispose(): void;
  clear(): void;
  focus(): void;
  update(options: Partial<FieldOptions>): void;
  on(event: MicroformEventName, listener: (data: unknown) => void): void;
}

export type MicroformEventName =
  'load' | 'focus' | 'blur' | 'change' | 'inputSubmitRequest' | 'autocomplete' | 'covered' | 'error';

export type FieldName = 'number' | 'securityCode';

/** Style keys (`input`, `::placeholder`, `valid` …) to CSS declarations (wire 2.2). */
export type FieldStyles = Record<string, Record<string, string>>;

export interface FieldOptions {
  placeholder: string;
  title: string;
  description: string;
  'aria-label': string;
  'aria-required': boolean;
  disabled: boolean;
  styles: FieldStyles;
  /** Security code only: 3 or 4. */
  maxLength?: number;
  'aria-invalid'?: boolean;
  lang?: string;
  dir?: string;
  /** Opaque colour behind the field; not every library takes it. */
  background?: string;
}
