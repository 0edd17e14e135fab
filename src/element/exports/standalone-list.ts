/**
 * Entry of `dist/card-vault-list.js`, for pages without a bundler: registers the list and the element, and
 * exports the list's.
 */
import './define-list.js';

export * from './list.js';
