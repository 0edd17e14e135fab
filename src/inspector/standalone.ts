/**
 * Entry of `dist/card-vault-inspector.js`, for pages without a bundler and for the console: registers the
 * element and exports what `card-vault/inspector` exports.
 */
import './define.js';

export * from './index.js';
