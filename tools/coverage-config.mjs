// The runner of the page rooms, counting which branches of the element and the flow are run.
import base from '../web-test-runner.config.mjs';

export default {
  ...base,
  coverage: true,
  coverageConfig: {
    include: ['src/element/**/*.ts', 'src/flow/**/*.ts'],
    reporters: ['json-summary', 'lcovonly'],
    reportDir: '.cache/coverage',
  },
};
