export * from './ports.js';
export * from './state.js';
