export * from './ports.js';
export * from './state.js';
export * from './events.js';
export * from './transitions.js';
export {heldBy, type Held} from './held.js';
export {step} from './step.js';
export {createFlow} from './run.js';
export type {FlowOptions} from './run.js';
