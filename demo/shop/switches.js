import {byId, notes} from './dom.js';

/** Switches are part of the address: a change opens the same page with the new setting, where the tester left it. */
export function startSwitches() {
  const form = byId('switches');
  form.addEventListener('change', () => {
    const query = new URLSearchParams();
    for (const list of form.querySelectorAll('select')) {
      if (list.selectedIndex > 0) query.set(list.name, list.value);
    }
    notes.write('scroll', [scrollY, document.querySelector('.drawer').scrollTop]);
    location.search = query.toString();
  });
  const scroll = notes.read('scroll');
  if (!scroll) return;
  notes.write('scroll', null);
  scrollTo(0, scroll[0]);
  document.querySelector('.drawer').scrollTop = scroll[1];
}
