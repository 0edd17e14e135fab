import type * as ReactModule from 'react';
import type {createRoot, hydrateRoot} from 'react-dom/client';
import type {renderToString} from 'react-dom/server';
import type * as Wrapper from '../../../src/react/index.js';
import type * as ListWrapper from '../../../src/react/list.js';
import type * as PartsWrapper from '../../../src/react/parts.js';
import {loadCommonJs, provideModule} from './common-js.js';

/** One React with the component made for it. */
export interface Kit {
  readonly React: typeof ReactModule;
  readonly createRoot: typeof createRoot;
  readonly hydrateRoot: typeof hydrateRoot;
  readonly renderToString: typeof renderToString;
  readonly act: typeof ReactModule.act;
  readonly CardVault: typeof Wrapper.CardVault;
  readonly CardVaultSubscribe: typeof Wrapper.CardVaultSubscribe;
  readonly CardVaultList: typeof ListWrapper.CardVaultList;
  readonly CardVaultField: typeof PartsWrapper.CardVaultField;
  readonly CardVaultButton: typeof PartsWrapper.CardVaultButton;
  readonly CardVaultStatus: typeof PartsWrapper.CardVaultStatus;
}

/**
 * Loads the React of a folder of packages, and the components over it. Once a page: the components' `react` is the first one
 * loaded.
 */
export async function loadKit(folder: string): Promise<Kit> {
  const packages = {
    react: `${folder}/react`,
    'react-dom': `${folder}/react-dom`,
    scheduler: `${folder}/scheduler`,
  };
  const load = (file: string): Promise<Record<string, unknown>> => loadCommonJs(file, packages);
  const react = await load(`${packages.react}/index.js`);
  const client = await load(`${packages['react-dom']}/client.js`);
  const server = await load(`${packages['react-dom']}/server.browser.js`);
  // React 18 keeps `act` beside its test renderer.
  const {act} = 'act' in react ? react : await load(`${packages['react-dom']}/test-utils.js`);
  provideModule('/node_modules/react/index.js', react);
  Object.assign(globalThis, {IS_REACT_ACT_ENVIRONMENT: true});
  const {CardVault, CardVaultSubscribe} = await import('../../../src/react/index.js');
  const {CardVaultList} = await import('../../../src/react/list.js');
  const parts = await import('../../../src/react/parts.js');
  const components = {CardVault, CardVaultSubscribe, CardVaultList, ...parts};
  return {React: react, ...client, ...server, act, ...components} as unknown as Kit;
}
