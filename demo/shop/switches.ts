import {byId, notes} from './dom.js';

/** Switches are part of the address: a change opens the same page with the new setting, where the tester left it. */
export function startSwitches(): void {
  const form = byId('switches', HTMLFormElement);
  const drawer = document.querySelector('.drawer');
  form.addEventListener('change', () => {
    const query = new URLSearchParams();
    for (const list of form.querySelectorAll('select')) {
      if (list.selectedIndex > 0) query.set(list.name, list.value);
    }
    notes.write('scroll', [scrollY, drawer?.scrollTop ?? 0]);
    location.search = query.toString();
  });
  const scroll = notes.read<[page: number, drawer: number]>('scroll');
  if (!scroll) return;
  notes.write('scroll', null);
  scrollTo(0, scroll[0]);
  if (drawer) drawer.scrollTop = scroll[1];
}
