// Own page: it loads React 18, and a page keeps one version of React.
import {cardVaultSuite} from './suite.js';
import {loadKit} from './support/react.js';

/** A package of its own, so that both versions can be installed. */
describe('CardVault in React 18', () => {
  cardVaultSuite(() => loadKit('/test/react/react-18/node_modules'));
});
