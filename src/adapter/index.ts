export type {BegunRequest} from './begun.js';
export {createFetchAdapter} from './fetch-adapter.js';
export type {FetchAdapterOptions} from './fetch-adapter.js';
