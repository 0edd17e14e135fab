import {cardVaultSuite} from './suite.js';
import {loadKit} from './support/react.js';

/** A package of its own, so that both versions can be installed. */
const modules = '/test/react/react-18/node_modules';

describe('CardVault in React 18', () => {
  cardVaultSuite(() =>
    loadKit({
      react: `${modules}/react`,
      'react-dom': `${modules}/react-dom`,
      scheduler: `${modules}/scheduler`,
    }),
  );
});
