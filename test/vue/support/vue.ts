// Vue's modules for bundlers ask for the mode that a bundler would have written in. Imported before Vue.
Object.assign(globalThis, {
  process: {env: {NODE_ENV: 'development'}},
  __VUE_OPTIONS_API__: false,
  __VUE_PROD_DEVTOOLS__: false,
  __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: false,
});
export {};
