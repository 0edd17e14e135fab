export type {BegunRequest} from './begun.js';
export {createFetchAdapter} from './fetch-adapter.js';
export type {FetchAdapterOptions, StagedAdapter} from './fetch-adapter.js';
