import {playRun} from './bench/play.js';
import {startDrawer} from './drawer.js';

const vault = document.querySelector<HTMLElement>('card-vault');
startDrawer();

const query = new URLSearchParams(location.search);
if (query.has('run')) playRun(query);

// The shop itself needs no script: the form and <card-vault> do it all. Only a tester may want to stay.
if (query.get('stay') === 'on') {
  vault?.closest('form')?.addEventListener('submit', (event) => event.preventDefault());
}
