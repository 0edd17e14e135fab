/**
 * Entry of `dist/card-vault.js`, for pages without a bundler: registers the element and exports what
 * `card-vault` exports.
 */
import './define.js';

export * from './index.js';
