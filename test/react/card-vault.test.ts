import {cardVaultSuite} from './suite.js';
import {loadKit} from './support/react.js';

describe('CardVault in React 19', () => {
  cardVaultSuite(() => loadKit('/node_modules'));
});
