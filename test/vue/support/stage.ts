import './vue.js';
import {expect} from '@open-wc/testing';
import {createApp, h, shallowReactive, type App, type VNodeChild} from 'vue';
import type {CardVaultElement} from '../../../src/element/exports/index.js';
import {CardVault} from '../../../src/vue/index.js';

export type Props = InstanceType<typeof CardVault>['$props'];

export interface Stage {
  mount(render: () => VNodeChild): void;
  /** Mounts the component with an exact set of props; assigning to what is returned renders again. */
  mountWith(props: Props): Props;
  /** Puts what a server rendered into the page. */
  serve(rendered: string): void;
  /** Takes over what a server rendered. */
  adopt(app: App): void;
  unmount(): void;
  element(): CardVaultElement;
}

/** A place in the page for each test of a suite. Whatever Vue complains of fails the test. */
export function useStage(): Stage {
  let place: HTMLElement;
  let app: App | undefined;
  const complaints: unknown[][] = [];
  const {warn, error} = console;

  beforeEach(() => {
    place = document.createElement('div');
    document.body.append(place);
    complaints.length = 0;
    console.warn = console.error = (...words: unknown[]) => {
      if (!String(words[0]).startsWith('[card-vault]')) complaints.push(words);
    };
  });

  afterEach(() => {
    stage.unmount();
    place.remove();
    Object.assign(console, {warn, error});
    expect(complaints, 'Vue complains of nothing').to.deep.equal([]);
  });

  const stage: Stage = {
    mount(render) {
      app = createApp({render});
      app.mount(place);
    },
    mountWith(first) {
      const props = shallowReactive({...first}) as Props;
      stage.mount(() => h(CardVault, {...props}));
      return props;
    },
    serve(rendered) {
      place.innerHTML = rendered;
    },
    adopt(ssr) {
      app = ssr;
      app.mount(place);
    },
    unmount() {
      app?.unmount();
      app = undefined;
    },
    element() {
      const found = place.querySelector('card-vault');
      if (!found) throw new Error('nothing was rendered');
      return found;
    },
  };
  return stage;
}
