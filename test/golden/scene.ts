/** An element in a page, brought into one state. */
export interface Scene {
  readonly element: HTMLElement;
  /** Brings the element into its state. */
  enter(): Promise<void>;
  /** Until nothing is loaded or drawn any more. */
  still(): Promise<void>;
  leave(): void;
}

/** States that are kept in one file, and how each is brought into a page. */
export interface Group {
  readonly names: readonly string[];
  scene(name: string, rightToLeft: boolean): Scene;
}

/** A group of states of one kind. */
export function groupOf<S extends {readonly name: string}>(
  states: readonly S[],
  make: (state: S, rightToLeft: boolean) => Scene,
): Group {
  return {
    names: states.map(({name}) => name),
    scene: (name, rightToLeft) =>
      make(
        states.find((one) => one.name === name)!,
        rightToLeft,
      ),
  };
}
