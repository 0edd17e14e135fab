import {byId, element, notes} from '../dom.js';
import {brandNames} from '../scenarios.js';
import {languageNames} from '../../../src/texts/index.js';
import {cases, outcomeText} from './cases.js';
import {looks, type EyeCheck} from './looks.js';
import {axes, byAxis, choiceOf, linkOf, nameOf, runsOf, type Axis, type Choice, type Run} from './plan.js';
import {asJUnit, asMarkdown, asTraces, type Book} from './reports.js';
import {Runner, type Result} from './runner.js';

const titles: Readonly<Record<Axis, string>> = {
  case: 'Cases',
  brand: 'Brands',
  way: 'Bank’s page',
  lang: 'Languages',
  width: 'Widths',
  theme: 'Themes',
};

function wordOf(axis: Axis, value: string): string {
  if (axis === 'case') return `${value} ${cases.find(({id}) => id === value)?.text ?? ''}`;
  if (axis === 'brand') return brandNames[value] ?? value;
  if (axis === 'lang')
    return (languageNames as Readonly<Record<string, string>>)[value] ?? `Pseudo (${value})`;
  return axis === 'width' ? `${value} px` : value;
}

/** The QA bench: the matrix of cases, played one by one or all, against what the published table expects. */
export class Bench {
  #runs: readonly Run[] = [];
  readonly #results = new Map<string, Result>();
  readonly #runner = new Runner(byId('played', HTMLIFrameElement));
  #playing: AbortController | undefined;

  start(): void {
    const choice = choiceOf(new URLSearchParams(location.search));
    this.#drawChoice(choice);
    this.#drawLooks();
    this.#take(choice);
    byId('choice', HTMLFormElement).addEventListener('change', () => this.#take(this.#choice));
    const press = (id: string, act: () => void) => byId(id).addEventListener('click', act);
    press('run-all', () => this.#press(this.#runs));
    press('run-failed', () =>
      this.#press(this.#runs.filter((run) => this.#results.get(run.key)?.passed === false)),
    );
    press('stop', () => this.#playing?.abort());
    press('start-over', () => void this.#startOver());
    press('as-markdown', () => this.#save('md', 'text/markdown', asMarkdown(this.#book, this.#checks)));
    press('as-junit', () => this.#save('xml', 'application/xml', asJUnit(this.#book)));
    press('as-traces', () => this.#save('json', 'application/json', asTraces(this.#book)));
    // A page that is left in the middle lets nothing lie in wait for other shoppers.
    addEventListener('pagehide', () => this.#playing && void this.#runner.reset());
  }

  get #book(): Book {
    return this.#runs.map((run) => [run, this.#results.get(run.key)]);
  }

  get #checks(): readonly (readonly [string, boolean])[] {
    const boxes = byId('looks').querySelectorAll('input');
    return looks.map(({text}, index) => [text, boxes[index]!.checked]);
  }

  get #choice(): Choice {
    const data = new FormData(byId('choice', HTMLFormElement));
    return byAxis((axis) => data.getAll(axis).map(String));
  }

  #drawChoice(choice: Choice): void {
    for (const axis of Object.keys(axes) as Axis[]) {
      const boxes = (axes[axis] as readonly string[]).map((value) =>
        element(
          'label',
          {},
          element('input', {type: 'checkbox', name: axis, value, checked: choice[axis].includes(value)}),
          element('span', axis === 'lang' ? {lang: value} : {}, wordOf(axis, value)),
        ),
      );
      const all = element('button', {type: 'button', ariaLabel: `All of: ${titles[axis]}`}, 'All');
      all.addEventListener('click', () => this.#chooseAll(axis));
      const isLong = axis === 'case' || axis === 'lang';
      byId('choice').append(
        element(
          'fieldset',
          {className: isLong ? 'long' : ''},
          element('legend', {}, titles[axis], all),
          ...boxes,
        ),
      );
    }
  }

  /** Chooses every value of a list; where all are chosen, the first alone. */
  #chooseAll(axis: Axis): void {
    const boxes = [...byId('choice').querySelectorAll<HTMLInputElement>(`[name=${axis}]`)];
    const isAll = boxes.every(({checked}) => checked);
    for (const [index, box] of boxes.entries()) box.checked = !isAll || index === 0;
    this.#take(this.#choice);
  }

  #drawLooks(): void {
    const good = notes.read<readonly string[]>('looks') ?? [];
    byId('looks').append(
      ...looks.map((look) => {
        const {id, text} = look;
        const box = element('input', {type: 'checkbox', checked: good.includes(text)});
        box.addEventListener('change', () =>
          notes.write(
            'looks',
            this.#checks.flatMap(([said, isGood]) => (isGood ? [said] : [])),
          ),
        );
        const show = element('button', {type: 'button', ariaLabel: `Show: ${text}`}, 'Show');
        show.addEventListener('click', () => void this.#show(look));
        const picture = element('img', {src: pictureOf(id), alt: '', loading: 'lazy'});
        const kept = element('a', {href: pictureOf(id), ariaLabel: `Picture: ${text}`}, picture);
        return element('li', {}, kept, element('label', {}, box, element('span', {}, text)), show);
      }),
    );
  }

  /** Brings the page of a look up, and beside it the picture of how it was. */
  async #show({id, text, query, moment}: EyeCheck): Promise<void> {
    const [run] = runsOf(choiceOf(new URLSearchParams(query)));
    if (!run) return;
    this.#playing?.abort();
    const kept = byId('kept');
    kept.hidden = false;
    kept.querySelector('img')!.src = pictureOf(id);
    byId('now').textContent = text;
    byId('played-title').scrollIntoView();
    await (moment === 'end' ? this.#play([run]) : this.#runner.show(run, moment));
  }

  #take(choice: Choice): void {
    this.#runs = runsOf(choice);
    byId('runs').replaceChildren(...this.#runs.map((run) => this.#row(run)));
    this.#tell();
  }

  #row(run: Run): HTMLElement {
    const result = this.#results.get(run.key);
    const name = nameOf(run);
    const play = element('button', {type: 'button', ariaLabel: `Run ${name}`}, 'Run');
    play.addEventListener('click', () => this.#press([run]));
    const trace = element('button', {type: 'button', ariaLabel: `Save the trace of ${name}`}, 'Trace');
    trace.addEventListener('click', () =>
      this.#save('json', 'application/json', JSON.stringify(result?.trace)),
    );
    const verdict = !result ? 'Not run' : result.passed ? 'As expected' : 'Otherwise';
    const took = result ? `${(result.took / 1000).toFixed(1)} s` : '';
    return element(
      'li',
      {id: `run ${run.key}`, className: !result ? '' : result.passed ? 'good' : 'bad'},
      element('b', {}, element('a', {href: linkOf(run)}, name)),
      element('span', {className: 'verdict'}, `${verdict}${took && `, ${took}`}`),
      element('span', {className: 'expected'}, `Expected: ${outcomeText(run.expected)}`),
      element('span', {className: 'seen'}, result ? `Seen: ${outcomeText(result.seen)}` : ''),
      element('span', {className: 'acts'}, play, !!result?.trace && trace),
    );
  }

  #press(runs: readonly Run[]): void {
    byId('kept').hidden = true;
    void this.#play(runs);
  }

  async #play(runs: readonly Run[]): Promise<void> {
    this.#playing?.abort();
    const playing = (this.#playing = new AbortController());
    const {signal} = playing;
    this.#runner.openWindow(runs);
    byId('stop', HTMLButtonElement).disabled = false;
    const began = performance.now();
    let done = 0;
    for (const run of runs) {
      byId('now').textContent = `${nameOf(run)}: ${run.case.text}`;
      const result = await this.#runner.play(run, signal);
      if (signal.aborted) break;
      done += 1;
      this.#results.set(run.key, result);
      this.#redraw(run);
      const left = ((performance.now() - began) / done) * (runs.length - done);
      this.#tell(
        runs.length > 1 && done < runs.length ? `${done} of ${runs.length}, ${leftText(left)} left. ` : '',
      );
    }
    if (this.#playing !== playing) return;
    this.#playing = undefined;
    byId('stop', HTMLButtonElement).disabled = true;
    await this.#runner.reset();
    this.#tell(signal.aborted ? 'Stopped. ' : '');
  }

  /** The row says what came, and the reader stays where they are. */
  #redraw(run: Run): void {
    const old = document.getElementById(`run ${run.key}`);
    if (!old) return;
    const had = old.contains(document.activeElement);
    const row = this.#row(run);
    old.replaceWith(row);
    if (had) row.querySelector('button')?.focus();
  }

  #tell(first = ''): void {
    const results = this.#book.flatMap(([, result]) => (result ? [result] : []));
    const failed = results.filter(({passed}) => !passed).length;
    const counts = `${results.length} of ${this.#runs.length} runs played, ${results.length - failed} as expected, ${failed} otherwise.`;
    byId('progress', HTMLProgressElement).max = Math.max(1, this.#runs.length);
    byId('progress', HTMLProgressElement).value = results.length;
    byId('report').textContent = first + counts;
    byId('run-failed', HTMLButtonElement).disabled = failed === 0;
  }

  /** Everything as it was when the bench was opened, at the service too. */
  async #startOver(): Promise<void> {
    this.#playing?.abort();
    this.#results.clear();
    for (const box of byId('looks').querySelectorAll('input')) box.checked = false;
    notes.write('looks', []);
    byId('now').textContent = '';
    byId('played', HTMLIFrameElement).src = 'about:blank';
    this.#take(this.#choice);
    await this.#runner.reset();
  }

  #save(ending: string, type: string, text: string): void {
    const href = URL.createObjectURL(new Blob([text], {type}));
    element('a', {href, download: `card-vault-bench.${ending}`}).click();
    URL.revokeObjectURL(href);
  }
}

const pictureOf = (id: string): string => `/assets/shop/bench/looks/${id}.jpg`;

const leftText = (ms: number): string =>
  ms < 60_000 ? `about ${Math.max(1, Math.round(ms / 1000))} s` : `about ${Math.round(ms / 60_000)} min`;
