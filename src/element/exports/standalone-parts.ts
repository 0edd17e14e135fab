/** Entry of `dist/card-vault-parts.js`, for pages without a bundler: registers the parts and the element. */
import './define-parts.js';

export * from './parts.js';
