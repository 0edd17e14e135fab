// React is published as CommonJS only. A test page loads it as such and keeps it under a global name
// (test/react/support); the modules under test import this module, which hands it on.
import {createRequire} from 'node:module';

export function providedReact() {
  const address = '/node_modules/react/index.js';
  const names = Object.keys(createRequire(import.meta.url)('react'));
  return {
    name: 'provided-react',
    serve({path, query}) {
      if (path !== address || 'commonjs' in query) return undefined;
      const body =
        `const provided = globalThis[${JSON.stringify(`provided:${address}`)}];\nexport default provided;\n` +
        names.map((name) => `export const ${name} = provided.${name};\n`).join('');
      return {body, type: 'js'};
    },
  };
}
