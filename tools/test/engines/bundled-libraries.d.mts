/** A module of `test/element/libraries` with everything in it, as the text of one script. */
export function bundledLibrary(name: string): Promise<string>;

/** Serves those modules to test pages. */
export function bundledLibraries(): {
  readonly name: string;
  serve(context: {readonly path: string}): Promise<{body: string; type: string} | undefined>;
};
