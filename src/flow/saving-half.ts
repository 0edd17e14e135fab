import {livesHere} from './home.js';
import type {SavingPorts} from './ports.js';
import type {SavingHalf} from './run.js';
import {performers} from './saving-effects.js';
import {handlers} from './step.js';

/** The saving half of a flow, with the ports that only it needs. */
export const savingHalf = (ports: SavingPorts): SavingHalf => ({
  handlers,
  performers,
  ports,
  livesHere,
});
