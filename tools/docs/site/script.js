// Colours and search of the site; every page can be read without it.
(() => {
  const root = document.documentElement;
  const stored = () => {
    try {
      return localStorage.getItem('colours') ?? undefined;
    } catch {
      return undefined; // storage is blocked
    }
  };
  const isDark = () =>
    (root.dataset.colours ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')) ===
    'dark';
  const colours = document.querySelector('.colours');
  const show = (chosen) => {
    if (chosen) root.dataset.colours = chosen;
    colours.textContent = isDark() ? 'Light' : 'Dark';
  };
  show(stored());
  colours.hidden = false;
  colours.addEventListener('click', () => {
    const chosen = isDark() ? 'light' : 'dark';
    show(chosen);
    try {
      localStorage.setItem('colours', chosen);
    } catch {
      // The choice holds for this page.
    }
  });

  const form = document.querySelector('.search');
  const input = form.querySelector('input');
  const list = form.querySelector('ul');
  form.hidden = false;
  let loading;
  /** A classic script, so that the search also works in a folder that is opened without a server. */
  const load = () =>
    (loading ??= new Promise((resolve, reject) => {
      const script = document.createElement('script');
      script.src = `${root.dataset.root}search.js`;
      script.onload = resolve;
      script.onerror = () => {
        loading = undefined;
        reject(new Error('The search did not load.'));
      };
      document.head.append(script);
    }));
  input.addEventListener('focus', () => load().catch(console.error));

  let chosen = -1;
  const choose = (at) => {
    const items = [...list.children];
    chosen = items.length ? (at + items.length) % items.length : -1;
    items.forEach((item, index) => item.setAttribute('aria-selected', String(index === chosen)));
    items[chosen]?.scrollIntoView({block: 'nearest'});
    if (chosen < 0) input.removeAttribute('aria-activedescendant');
    else input.setAttribute('aria-activedescendant', `found-${chosen}`);
  };
  const close = () => {
    list.hidden = true;
    input.setAttribute('aria-expanded', 'false');
    choose(-1);
  };
  async function search() {
    await load();
    const found = input.value.trim() ? window.searchCardVault(input.value).slice(0, 10) : [];
    list.replaceChildren(
      ...found.map(({path, anchor, title, page}, index) => {
        const item = document.createElement('li');
        item.id = `found-${index}`;
        item.setAttribute('role', 'option');
        const link = document.createElement('a');
        link.href = root.dataset.root + path + (anchor && `#${anchor}`);
        link.tabIndex = -1;
        const where = document.createElement('small');
        where.textContent = page;
        link.append(title, where);
        item.append(link);
        return item;
      }),
    );
    list.hidden = found.length === 0;
    input.setAttribute('aria-expanded', String(found.length > 0));
    choose(found.length ? 0 : -1);
  }
  input.addEventListener('input', () => search().catch(console.error));
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') close();
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    choose(chosen + (event.key === 'ArrowDown' ? 1 : -1));
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    list.children[chosen]?.querySelector('a').click();
  });
  form.addEventListener('focusout', ({relatedTarget}) => {
    if (!form.contains(relatedTarget)) close();
  });
})();
