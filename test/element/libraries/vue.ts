export * as Vue from 'vue/dist/vue.esm-bundler.js';
export * as veeValidate from 'vee-validate';
export {useVuelidate} from '@vuelidate/core';
export {helpers, required} from '@vuelidate/validators';
