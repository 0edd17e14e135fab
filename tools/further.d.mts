/** Which files, and the test that shows the same in `npm test`. */
export const further: readonly (readonly [files: RegExp, beside: string])[];
export function isFurther(file: string): boolean;
