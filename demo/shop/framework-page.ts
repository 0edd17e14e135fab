import {byId} from './dom.js';
import {startDrawer} from './drawer.js';

// The framework draws <card-vault> when it is ready to; the drawer listens to whichever is there then.
const app = byId('app');
const begin = () => {
  const vault = app.querySelector<HTMLElement>('card-vault');
  if (vault) startDrawer(vault);
  return vault;
};
if (!begin()) {
  const observer = new MutationObserver(() => begin() && observer.disconnect());
  observer.observe(app, {childList: true, subtree: true});
}
