declare module 'vue/dist/vue.esm-bundler.js' {
  export * from 'vue';
}

/** What the tests use of it. */
interface JQueryForm {
  readonly length: number;
  val(): unknown;
  val(value: string): JQueryForm;
  serialize(): string;
  serializeArray(): readonly {readonly name: string; readonly value: string}[];
  on(event: string, listener: (event: Event) => void): JQueryForm;
  validate(options: object): {form(): boolean; resetForm(): void; destroy(): void};
}
type JQuery = (target: Element | string) => JQueryForm;

declare module 'jquery3' {
  const jQuery: JQuery;
  export default jQuery;
}
declare module 'jquery' {
  export const jQuery: JQuery;
}

declare module 'alpinejs' {
  const Alpine: {plugin(plugin: unknown): void; morph(from: Element, to: string, options: object): void};
  export default Alpine;
}
declare module '@alpinejs/morph' {
  const morph: unknown;
  export default morph;
}
declare module 'idiomorph' {
  export const Idiomorph: {morph(from: Element, to: string, options?: object): void};
}
