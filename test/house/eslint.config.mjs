import tseslint from 'typescript-eslint';
import lit from 'eslint-plugin-lit';
import litA11y from 'eslint-plugin-lit-a11y';
import wc from 'eslint-plugin-wc';

export default tseslint.config(
  {ignores: ['**/dist/**', 'node_modules/**', '.cache/**', '.card-vault/**']},
  {
    files: ['src/**/*.ts', 'src/**/*.tsx', 'service/src/**/*.ts'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: {
      parserOptions: {projectService: true, tsconfigRootDir: new URL('../..', import.meta.url).pathname},
    },
    linterOptions: {noInlineConfig: true, reportUnusedDisableDirectives: 'error'},
    plugins: {lit, 'lit-a11y': litA11y, wc},
    rules: {
      ...lit.configs.recommended.rules,
      ...litA11y.configs.recommended.rules,
      ...wc.configs['best-practice']?.rules,
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', {considerDefaultExhaustiveForUnions: true}],
      '@typescript-eslint/consistent-type-imports': ['error', {fixStyle: 'inline-type-imports'}],
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/no-unused-vars': [
        'error',
        {argsIgnorePattern: '^_', destructuredArrayIgnorePattern: '^_'},
      ],
      '@typescript-eslint/no-unnecessary-type-assertion': 'off',
      'max-lines': ['error', {max: 300}],
      'max-lines-per-function': ['error', {max: 60, skipComments: true, skipBlankLines: true}],
      eqeqeq: ['error', 'always'],
      'no-console': 'error',
      'no-eval': 'error',
    },
  },
  {
    // The command line is the one place that speaks to a terminal.
    files: ['service/src/cli.ts', 'service/src/cli/**/*.ts', 'src/cli/**/*.ts'],
    rules: {'no-console': 'off'},
  },
);
