import {tag, type Way} from './way.js';

/** What a framework draws into a part of the page. */
type Drawn = Omit<Way, 'library' | 'body' | 'change'>;

/** A tree of React's, drawn from a state that the change sets. */
const inReact = (draw: string) => `
  import {createRoot, flushSync, React} from '/library.js';
  const h = React.createElement;
  const card = (...children) => h('card-vault', {key: 'card', 'session-url': '/card-vault/session'}, ...children);
  function Shop() {
    const [changed, set] = React.useState(false);
    window.change = () => flushSync(() => set(true));
    return ${draw};
  }
  flushSync(() => createRoot(document.querySelector('#part')).render(h(Shop)));`;

export const react: readonly Drawn[] = [
  {
    name: 'a child of the element that comes, and one that goes',
    script: inReact(
      `card(changed ? null : h('p', null, 'Before'), h('b', null, 'Terms'), changed && h('p', null, 'After'))`,
    ),
    ...{seen: 'kept', sessions: 1},
  },
  {
    name: 'children of the element in another order',
    script: inReact(
      `card((changed ? ['c', 'a', 'b', 'd'] : ['a', 'b', 'c']).map((key) => h('p', {key}, key)))`,
    ),
    ...{seen: 'kept', sessions: 1},
  },
  {
    name: 'a list above the element that grows and changes its order',
    script: inReact(
      `h('div', null, (changed ? ['c', 'b', 'a', 'd'] : ['a', 'b', 'c']).map((key) => h('p', {key}, key)), card())`,
    ),
    ...{seen: 'kept', sessions: 1},
  },
  {
    name: 'a text in the element that changes',
    script: inReact(`card(changed ? 'Other terms' : 'Terms')`),
    ...{seen: 'asked again', sessions: 1},
  },
  {
    name: 'HTML in the element that changes',
    script: inReact(
      `h('card-vault', {'session-url': '/card-vault/session', dangerouslySetInnerHTML: {__html: changed ? '<i>Other</i>' : '<b>Terms</b>'}})`,
    ),
    ...{seen: 'asked again', sessions: 1},
  },
  {
    name: 'an order of siblings in which the element is moved',
    script: inReact(
      `h('div', null, changed ? [h('p', {key: 'p'}, 'p'), card()] : [card(), h('p', {key: 'p'}, 'p')])`,
    ),
    ...{seen: 'new', sessions: 2},
  },
];

/** A template of Vue's, drawn from a state that the change sets. */
const inVue = (template: string) => `
  import {Vue} from '/library.js';
  const changed = Vue.ref(false);
  const app = Vue.createApp({template: \`${template}\`, setup: () => ({changed})});
  app.config.compilerOptions.isCustomElement = (name) => name.includes('-');
  app.mount('#part');
  window.change = () => { changed.value = true; return Vue.nextTick().then(() => true); };`;

export const vue: readonly Drawn[] = [
  {
    name: 'a child of the element that comes, and one that goes',
    script: inVue(tag('', '<p v-if="!changed">Before</p><b>Terms</b><p v-if="changed">After</p>')),
    ...{seen: 'kept', sessions: 1},
  },
  {
    name: 'children of the element in another order',
    script: inVue(
      tag('', `<p v-for="key in changed ? ['c', 'a', 'b', 'd'] : ['a', 'b', 'c']" :key="key">{{ key }}</p>`),
    ),
    ...{seen: 'kept', sessions: 1},
  },
  {
    name: 'a list above the element that grows and changes its order',
    script: inVue(
      `<p v-for="key in changed ? ['c', 'b', 'a', 'd'] : ['a', 'b', 'c']" :key="key">{{ key }}</p>${tag()}`,
    ),
    ...{seen: 'kept', sessions: 1},
  },
  {
    name: 'a text in the element that changes',
    script: inVue(tag('', `{{ changed ? 'Other terms' : 'Terms' }}`)),
    ...{seen: 'asked again', sessions: 1},
  },
  {
    name: 'HTML in the element that changes',
    script: inVue(tag(`v-html="changed ? '<i>Other</i>' : '<b>Terms</b>'"`)),
    ...{seen: 'asked again', sessions: 1},
  },
  {
    name: 'an order of siblings in which the element is moved',
    script: inVue(
      `<template v-for="key in changed ? ['p', 'q', 'card'] : ['card', 'p', 'q']" :key="key"><p v-if="key !== 'card'">{{ key }}</p>${tag('v-else')}</template>`,
    ),
    ...{seen: 'new', sessions: 2},
  },
];
