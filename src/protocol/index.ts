export * from './vocabulary.js';
export * from './brands.js';
export * from './errors.js';
export * from './types.js';
export * from './shell.js';
