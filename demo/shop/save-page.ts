import {startDrawer} from './drawer.js';

const vault = document.querySelector<HTMLElement>('card-vault');
startDrawer();

// The shop itself needs no script: the form and <card-vault> do it all. Only a tester may want to stay.
if (new URLSearchParams(location.search).get('stay') === 'on') {
  vault?.closest('form')?.addEventListener('submit', (event) => event.preventDefault());
}
