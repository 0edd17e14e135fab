import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {createElement, StrictMode} from 'react';
import {renderToString} from 'react-dom/server';
import {createSSRApp, h} from 'vue';
import {renderToString as renderVue} from 'vue/server-renderer';
import {CardVault as ReactCardVault} from '../../src/react/index.js';
import {CardVault as VueCardVault} from '../../src/vue/index.js';

/** The tag as a server sends it: what is not an option, and the mark that it waits for its framework. */
const tag =
  /^<card-vault(?=[^>]* defer-hydration)(?=[^>]* id="card")(?=[^>]* class="wide")[^>]*>Terms<\/card-vault>$/;

describe('the wrappers on a server, where there is no document', () => {
  // shows: peers 50
  it('React renders the bare tag and complains of nothing', (context) => {
    assert.equal(typeof document, 'undefined');
    const said = context.mock.method(console, 'error', () => undefined);
    const vault = createElement(
      ReactCardVault,
      {sessionUrl: '/session', id: 'card', className: 'wide'},
      'Terms',
    );
    assert.match(renderToString(createElement(StrictMode, null, vault)), tag);
    assert.equal(said.mock.callCount(), 0);
  });

  it('Vue renders the bare tag and complains of nothing', async (context) => {
    const said = context.mock.method(console, 'warn', () => undefined);
    const props = {sessionUrl: '/session', id: 'card', class: 'wide'};
    const page = createSSRApp({render: () => h(VueCardVault, props, () => 'Terms')});
    assert.match((await renderVue(page)).replace(/<!--.*?-->/g, ''), tag);
    assert.equal(said.mock.callCount(), 0);
  });
});
