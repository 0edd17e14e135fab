import {performBy} from './effects.js';
import {livesHere} from './home.js';
import type {FlowPorts, SavingPorts} from './ports.js';
import type {Machine} from './run.js';
import {performers} from './saving-effects.js';
import {step} from './step.js';

const perform = performBy<FlowPorts>(performers);

/** The whole machine, with all that its effects need. */
export function wholeMachine(saving: SavingPorts): Machine {
  return {
    step,
    perform: (effect, context) => perform(effect, {...context, ports: {...context.ports, ...saving}}),
    stands(state) {
      if (!livesHere(state, saving)) saving.home?.leave();
    },
  };
}
