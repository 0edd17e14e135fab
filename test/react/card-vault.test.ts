import {cardVaultSuite} from './suite.js';
import {loadKit} from './support/react.js';

const modules = '/node_modules';

describe('CardVault in React 19', () => {
  cardVaultSuite(() =>
    loadKit({
      react: `${modules}/react`,
      'react-dom': `${modules}/react-dom`,
      scheduler: `${modules}/scheduler`,
    }),
  );
});
