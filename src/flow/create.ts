import type {FlowPorts} from './ports.js';
import {Runner, type FlowOptions} from './run.js';
import type {Flow} from './state.js';
import {wholeMachine} from './whole.js';

/** A flow at rest in `idle`: the pure machine of `step`, with its effects done through the ports. */
export function createFlow(options: FlowOptions & {readonly ports: FlowPorts}): Flow {
  return new Runner(options, {first: wholeMachine(options.ports)});
}
