import type {CardVaultElement} from '../element/exports/index.js';
import {compareTraces, type Parting} from './compare.js';
import {button, make} from './dom.js';
import {keptTrace} from '../trace/kept.js';
import {linesOf, summaryOf, type Line} from './lines.js';
import {replayTrace} from '../testing/replay.js';
import {readTrace} from '../trace/read.js';
import {recordTrace, type TraceRecorder} from '../trace/record.js';
import {styles} from './styles.js';
import {fileNameOf, ticketOf} from './ticket.js';
import type {Trace} from '../trace/trace.js';
import {duration} from './words.js';

/** Where there is no browser, the module can be imported all the same. */
const Base = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement;

const filters = {
  all: 'Everything',
  state: 'States',
  request: 'Requests',
  event: 'Events and frames',
  problem: 'Problems',
} as const;
type Filter = keyof typeof filters;

const fits: Readonly<Record<Filter, (line: Line) => boolean>> = {
  all: () => true,
  state: ({entry: {kind}}) => kind === 'state' || kind === 'outcome' || kind === 'error',
  request: ({entry: {kind}}) => kind === 'request',
  event: ({entry: {kind}}) => kind === 'event' || kind === 'frame' || kind === 'page',
  problem: ({tone}) => tone === 'bad' || tone === 'stopped',
};

/**
 * `<card-vault-inspector>`: the time line of a `<card-vault>`. It records the element that `for` names, else the
 * first one of the page, and shows the trace of the page before where there is none.
 */
export class CardVaultInspectorElement extends Base {
  static readonly observedAttributes: readonly string[] = ['for'];

  #recorder: TraceRecorder | undefined;
  #recorded: Element | null = null;
  #unsubscribe: (() => void) | undefined;
  /** A trace that was opened from a file; it is shown instead of the recorder's. */
  #opened: Trace | undefined;
  #parting: Parting | undefined;
  #drawn: string[] = [];
  readonly #summary = make('p', {class: 'summary', role: 'status'});
  readonly #note = make('p', {class: 'note', role: 'status'});
  readonly #list = make('ol', {'aria-label': 'Time line'});
  readonly #filter = make('select', {'aria-label': 'Show'});
  readonly #search = make('input', {
    type: 'search',
    placeholder: 'Search',
    'aria-label': 'Search the time line',
  });
  readonly #zoom = make('input', {type: 'range', min: '1', max: '8', step: '1', value: '1'});
  readonly #file = make('input', {type: 'file', accept: 'application/json,.json', tabindex: '-1'});
  #compares = false;

  /** Id of the `<card-vault>`; the first one of the page where it is missing. */
  get for(): string {
    return this.getAttribute('for') ?? '';
  }
  set for(id: string) {
    this.setAttribute('for', id);
  }

  /** The trace that is shown; undefined where nothing was recorded. */
  get trace(): Trace | undefined {
    return this.#opened ?? this.#recorder?.trace ?? keptTrace();
  }
  /** Shows a trace, such as one that was saved; `undefined` goes back to what is being recorded. */
  set trace(trace: Trace | undefined) {
    this.#opened = trace && readTrace(trace);
    this.#parting = undefined;
    this.#note.textContent = trace ? 'This trace is from a file.' : '';
    this.#draw();
  }

  connectedCallback(): void {
    if (!this.shadowRoot) this.#build();
    this.#follow();
    // A framework may draw the form later, or draw another one.
    document.addEventListener('card-vault-step', this.#meet);
  }
  disconnectedCallback(): void {
    document.removeEventListener('card-vault-step', this.#meet);
    this.#unsubscribe?.();
    this.#unsubscribe = undefined;
  }
  attributeChangedCallback(): void {
    if (this.isConnected) this.#follow();
  }

  readonly #meet = (): void => {
    if (this.#found !== this.#recorded) this.#follow();
  };

  get #found(): Element | null {
    const root = this.getRootNode() as Document | ShadowRoot;
    return this.for ? root.getElementById(this.for) : document.querySelector('card-vault');
  }

  #follow(): void {
    this.#unsubscribe?.();
    const element = this.#found;
    // Before its script has come, the tag is no element yet.
    if (element && !customElements.get('card-vault')) {
      void customElements.whenDefined('card-vault').then(() => this.isConnected && this.#follow());
      return this.#draw();
    }
    this.#recorded = element;
    this.#recorder = element ? recordTrace(element as CardVaultElement) : undefined;
    this.#unsubscribe = this.#recorder?.subscribe(() => this.#opened || this.#draw());
    this.#draw();
  }

  #build(): void {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(styles);
    const root = this.attachShadow({mode: 'open'});
    root.adoptedStyleSheets = [sheet];
    for (const [value, text] of Object.entries(filters)) this.#filter.append(make('option', {value}, text));
    const all = make(
      'div',
      {class: 'all', lang: 'en', dir: 'ltr'},
      this.#summary,
      make(
        'div',
        {class: 'tools', role: 'group', 'aria-label': 'Inspector'},
        this.#filter,
        this.#search,
        make('label', {}, 'Zoom', this.#zoom),
        button(
          'Copy for a ticket',
          () => void this.#copy((trace) => ticketOf(trace), 'The ticket is copied.'),
        ),
        button('Copy trace', () => void this.#copy((trace) => JSON.stringify(trace), 'The trace is copied.')),
        button('Save trace', () => this.#save()),
        button('Open trace', () => this.#choose(false)),
        button('Compare', () => this.#choose(true)),
        button('Replay', () => void this.#replay()),
        button('Clear', () => this.#clear()),
        this.hasAttribute('floating') && button('Close', () => this.remove()),
        this.#file,
      ),
      this.#note,
      make('div', {class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Time line'}, this.#list),
    );
    this.#filter.addEventListener('change', () => this.#hide());
    this.#search.addEventListener('input', () => this.#hide());
    this.#zoom.addEventListener('input', () => this.#list.style.setProperty('--zoom', this.#zoom.value));
    this.#file.addEventListener('change', () => void this.#read(this.#file.files?.[0], this.#compares));
    all.addEventListener('dragover', (event) => {
      event.preventDefault();
      all.classList.add('over');
    });
    all.addEventListener('dragleave', () => all.classList.remove('over'));
    all.addEventListener('drop', (event) => {
      event.preventDefault();
      all.classList.remove('over');
      void this.#read(event.dataTransfer?.files[0], event.shiftKey);
    });
    root.append(all);
  }

  #draw(): void {
    if (!this.shadowRoot) return;
    const {trace} = this;
    const {text, tone} = trace
      ? summaryOf(trace)
      : {text: 'There is no card form on this page.', tone: undefined};
    if (this.#summary.textContent !== text) this.#summary.textContent = text;
    this.#summary.dataset['tone'] = tone ?? '';
    const lines = trace ? linesOf(trace) : [];
    const end = Math.max(1, ...lines.map(({entry, lasted = 0}) => entry.at + lasted));
    // Lines that are the same stay as they are: a reader's place in the list is kept.
    const keys = lines.map((line, index) => JSON.stringify([line, end, index === this.#parting?.here]));
    lines.forEach((line, index) => {
      if (this.#drawn[index] === keys[index]) return;
      const row = rowOf(line, end, index === this.#parting?.here);
      const old = this.#list.children[index];
      if (old) old.replaceWith(row);
      else this.#list.append(row);
    });
    while (this.#list.children.length > lines.length) this.#list.lastElementChild!.remove();
    this.#drawn = keys;
    this.#hide();
  }

  /** Hides the lines that the filter or the search leaves out. */
  #hide(): void {
    const {trace} = this;
    const searched = this.#search.value.trim().toLowerCase();
    for (const [index, line] of (trace ? linesOf(trace) : []).entries()) {
      const row = this.#list.children[index] as HTMLElement | undefined;
      const isShown = fits[this.#filter.value as Filter](line) && line.text.toLowerCase().includes(searched);
      if (row) row.hidden = !isShown;
    }
  }

  async #copy(write: (trace: Trace) => string, done: string): Promise<void> {
    const {trace} = this;
    if (!trace) return;
    const copied = navigator.clipboard?.writeText(write(trace)) ?? Promise.reject(new Error('no clipboard'));
    this.#note.textContent = await copied.then(
      () => done,
      () => 'The browser does not let this page copy. Save the trace instead.',
    );
  }

  #save(): void {
    const {trace} = this;
    if (!trace) return;
    const url = URL.createObjectURL(new Blob([JSON.stringify(trace)], {type: 'application/json'}));
    make('a', {href: url, download: fileNameOf(trace)}).click();
    URL.revokeObjectURL(url);
  }

  #choose(compares: boolean): void {
    this.#compares = compares;
    this.#file.value = '';
    this.#file.click();
  }

  async #read(file: File | undefined, compares: boolean): Promise<void> {
    if (!file) return;
    try {
      const read = readTrace(await file.text());
      const {trace} = this;
      if (!compares || !trace) this.trace = read;
      else {
        this.#parting = compareTraces(trace, read);
        this.#note.textContent = this.#parting?.text ?? 'Both traces took the same course.';
        this.#draw();
        this.#list.querySelector('.parting')?.scrollIntoView({block: 'center'});
      }
    } catch (error) {
      this.#note.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  /** Plays the trace again on a fake adapter, in this page, and says whether it took the same course. */
  async #replay(): Promise<void> {
    const {trace} = this;
    if (!trace) return;
    this.#note.textContent = 'The trace is played again …';
    let recorder: TraceRecorder | undefined;
    try {
      const {same, expected, seen} = await replayTrace(trace, {
        onElement: (element) => (recorder ??= recordTrace(element as CardVaultElement, {keep: false})),
      });
      const said = (ends: readonly object[]) =>
        ends.map((end) => Object.values(end).join(' ')).join(', then ');
      this.#note.textContent = same
        ? `Replayed to the same outcome: ${said(seen) || 'none'}.`
        : `The replay ended otherwise: ${said(seen) || 'not at all'} instead of ${said(expected)}.`;
      this.#parting = same || !recorder ? undefined : compareTraces(trace, recorder.trace);
    } catch (error) {
      this.#note.textContent = error instanceof Error ? error.message : String(error);
    }
    recorder?.stop();
    this.#draw();
  }

  #clear(): void {
    this.trace = undefined;
    this.#recorder?.clear();
  }
}

function rowOf({entry, text, lasted, tone}: Line, end: number, parts: boolean): HTMLLIElement {
  const row = make(
    'li',
    {'data-kind': entry.kind, 'data-tone': tone, ...(parts && {class: 'parting'})},
    make('span', {class: 'at'}, duration(entry.at)),
    make('span', {class: 'text'}, text),
    make('span', {class: 'took'}, lasted === undefined ? '' : duration(lasted)),
  );
  if (lasted !== undefined) {
    const bar = make('span', {class: 'bar'});
    bar.style.setProperty('--from', String(entry.at / end));
    bar.style.setProperty('--part', String(lasted / end));
    row.append(make('span', {class: 'lane', 'aria-hidden': 'true'}, bar));
  }
  return row;
}
