// What `svelte/elements` has where the tags are added to: Svelte itself is not installed here.
export interface HTMLAttributes<Element extends EventTarget> {
  id?: string | undefined | null;
  'bind:this'?: Element | undefined;
}

export interface SvelteHTMLElements {
  input: HTMLAttributes<HTMLInputElement>;
  [name: string]: {[name: string]: any};
}
