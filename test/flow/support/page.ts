import {createFlow, type Flow, type State, type StateName} from '../../../src/flow/index.js';
import {savingHalf} from '../../../src/flow/saving-half.js';
import {FakePorts, settled} from './fake-ports.js';
import {input} from './examples.js';

/** A page with a flow over fake ports, and everything a listener has received. */
export class Page {
  readonly fake: FakePorts;
  readonly flow: Flow;
  readonly seen: State[] = [];

  constructor(fake = new FakePorts()) {
    this.fake = fake;
    this.flow = createFlow({ports: fake.ports, saving: savingHalf(fake.ports)});
    this.flow.subscribe((state) => this.seen.push(state));
  }

  get state(): State {
    return this.flow.state;
  }

  /** Names of the states so far, without repeats in a row. */
  get names(): readonly StateName[] {
    return this.seen.map(({name}) => name).filter((name, index, all) => name !== all[index - 1]);
  }

  /** Live fields. */
  async open(): Promise<this> {
    this.flow.open();
    await settled();
    return this;
  }

  /** Live fields, and a click on save. */
  async save(): Promise<this> {
    if (this.state.name !== 'collecting') await this.open();
    this.flow.save(input);
    await settled();
    return this;
  }

  /** The same shopper on a new page: the flow is new, what the ports are stays. */
  reload(): Page {
    this.flow.dispose();
    return new Page(this.fake);
  }
}

export async function opened(change?: (fake: FakePorts) => void): Promise<Page> {
  const fake = new FakePorts();
  change?.(fake);
  return new Page(fake).open();
}

export async function saved(change?: (fake: FakePorts) => void): Promise<Page> {
  return (await opened(change)).save();
}
