import tseslint from 'typescript-eslint';
import lit from 'eslint-plugin-lit';
import litA11y from 'eslint-plugin-lit-a11y';
import wc from 'eslint-plugin-wc';
import regexp from 'eslint-plugin-regexp';

const sources = ['src/**/*.ts', 'src/**/*.tsx', 'service/src/**/*.ts'];
const tests = ['test/**/*.ts', 'test/**/*.tsx', 'service/test/**/*.ts'];
const typed = [
  ...sources,
  ...tests,
  'bench/**/*.ts',
  'tools/**/*.ts',
  'demo/**/*.ts',
  'demo/**/*.tsx',
  '*.ts',
];
const scripts = ['**/*.mjs', '**/*.js'];

const template = "[returnType.typeAnnotation.typeName.name='TemplateResult']";
const drawing = `:matches(FunctionDeclaration, FunctionExpression, ArrowFunctionExpression)${template} > BlockStatement`;
/** What runs in a browser draws, reads and waits without surprises. */
const surprises = [
  {
    selector: `:matches(${drawing}, ${drawing} > IfStatement, ${drawing} > IfStatement > BlockStatement) > ExpressionStatement`,
    message: 'What draws only reads: do this where the state changes, or in an event handler.',
  },
  {
    selector:
      "MethodDefinition[kind='get'] :matches(AssignmentExpression, ImportExpression, AwaitExpression)",
    message: 'A getter changes and starts nothing: make it a method.',
  },
  {
    selector:
      "MethodDefinition[kind='get'] CallExpression[callee.property.name=/^(load|preload|open|start|fetch)$/]",
    message: 'A getter changes and starts nothing: make it a method.',
  },
  {
    selector: 'CallExpression[callee.name=/^set(Interval|Timeout)$/][arguments.length>1]',
    message: 'Wait for an event, under a limit of the injected timers.',
  },
  {
    selector: 'ForInStatement',
    message: 'A page may have added to the prototype of every object: go through Object.keys().',
  },
  {
    selector: "MemberExpression[property.name='randomUUID']",
    message: 'It is missing where a page is no secure context: take freshId().',
  },
  {
    selector: "ImportDeclaration[source.value='lit'] > ImportSpecifier[imported.name='css']",
    message: 'Take css of src/element/styles/css.ts: the compiler checks what is put into a sheet.',
  },
];

/** Order of the members of a class: what it is made of first, what it does after. */
const memberOrder = [
  'signature',
  ['static-field', 'static-initialization'],
  'field',
  'constructor',
  ['static-method', 'get', 'set', 'method'],
];

export default tseslint.config(
  // Uses of the types, right and wrong ones: test/house/typings.test.ts compiles them.
  {ignores: ['test/types/**']},
  {ignores: ['**/dist/**', '**/node_modules/**', '.cache/**', '**/.card-vault/**', 'coverage/**']},
  {
    files: [...typed, ...scripts],
    linterOptions: {noInlineConfig: true, reportUnusedDisableDirectives: 'error'},
    rules: {
      eqeqeq: ['error', 'always'],
      'no-eval': 'error',
    },
  },
  {
    files: scripts,
    extends: [tseslint.configs.recommended],
    rules: {
      '@typescript-eslint/no-unused-vars': [
        'error',
        {
          argsIgnorePattern: '^_',
          destructuredArrayIgnorePattern: '^_',
          varsIgnorePattern: '^_',
          ignoreRestSiblings: true,
        },
      ],
    },
  },
  {
    files: typed,
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: {
      parserOptions: {
        project: ['test/tsconfig.json'],
        tsconfigRootDir: new URL('../..', import.meta.url).pathname,
      },
    },
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': [
        'error',
        {
          allowForKnownSafeCalls: [
            // The runner waits for its own.
            {from: 'package', package: 'node:test', name: ['describe', 'it']},
            // Typed as a promise for the sake of DOM snapshots, which no test takes.
            {from: 'package', package: '@open-wc/semantic-dom-diff', name: 'Equal'},
            {from: 'package', package: 'chai', name: 'Equal'},
          ],
        },
      ],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', {considerDefaultExhaustiveForUnions: true}],
      '@typescript-eslint/consistent-type-imports': ['error', {fixStyle: 'inline-type-imports'}],
      'no-duplicate-imports': 'error',
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/no-unused-vars': [
        'error',
        {
          argsIgnorePattern: '^_',
          destructuredArrayIgnorePattern: '^_',
          varsIgnorePattern: '^_',
          ignoreRestSiblings: true,
        },
      ],
      '@typescript-eslint/no-unnecessary-type-assertion': 'off',
    },
  },
  {
    // What a stranger sends is searched in a time that grows with its length.
    files: ['service/src/**/*.ts', 'src/server/**/*.ts', 'src/cli/**/*.ts'],
    plugins: {regexp},
    rules: {
      'regexp/no-super-linear-backtracking': ['error', {report: 'certain'}],
      'regexp/no-super-linear-move': ['error', {report: 'certain', ignoreSticky: false}],
    },
  },
  {
    files: sources,
    plugins: {lit, 'lit-a11y': litA11y, wc},
    rules: {
      ...lit.configs.recommended.rules,
      ...litA11y.configs.recommended.rules,
      ...wc.configs['best-practice']?.rules,
      '@typescript-eslint/member-ordering': ['error', {default: 'never', classes: memberOrder}],
      'max-lines': ['error', {max: 400}],
      'max-lines-per-function': ['error', {max: 60, skipComments: true, skipBlankLines: true}],
      'no-console': 'error',
    },
  },
  {
    // Written by a tool: it is as long as there are languages.
    files: ['src/texts/at-once.ts'],
    rules: {'max-lines': 'off'},
  },
  {
    files: ['element', 'flow', 'gateways', 'adapter', 'protocol'].map((room) => `src/${room}/**/*.ts`),
    // The one that the injected timers are made of.
    ignores: ['src/gateways/timers.ts'],
    rules: {'no-restricted-syntax': ['error', ...surprises]},
  },
  {
    // Sent inside the page's HTML, it has its own short timers.
    files: ['src/early/**/*.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...surprises.filter(({selector}) => !selector.startsWith('CallExpression')),
      ],
    },
  },
  {
    // Tests take fixtures and harnesses of closures apart, and print wire answers as they are.
    files: [...tests, 'bench/**/*.ts', 'tools/**/*.ts'],
    rules: {
      '@typescript-eslint/unbound-method': 'off',
      '@typescript-eslint/no-base-to-string': 'off',
    },
  },
  {
    // One stands in for a driver's `evaluate`, the other loads CommonJS modules into a page.
    files: ['test/testing/support/dom-page.ts', 'test/react/support/common-js.ts'],
    rules: {'no-eval': 'off', '@typescript-eslint/no-implied-eval': 'off'},
  },
  {
    // Developers hear of mistakes by a warning: of the page, and of a shop without `onError`.
    files: ['src/element/developer.ts', 'src/server/**/*.ts'],
    rules: {'no-console': ['error', {allow: ['warn', 'error']}]},
  },
  {
    // The command line is the one place that speaks to a terminal.
    files: ['service/src/cli.ts', 'service/src/cli/**/*.ts', 'src/cli/**/*.ts'],
    rules: {'no-console': 'off'},
  },
);
