/** The contents of the API reference: searched, and marked where one reads. */

const search = document.querySelector<HTMLElement>('[role=search]')!;
const input = search.querySelector('input')!;
const status = search.querySelector('[role=status]')!;
const contents = document.querySelector('nav')!;
const listForSearch = contents.querySelector<HTMLElement>('ul[hidden]')!;

/** The entries of the contents, each with the words that it is found by: its chapter, summary, path, fields and codes. */
const entries = [...contents.querySelectorAll('li')].map((item) => {
  const link = item.querySelector('a')!;
  const target = document.getElementById(link.hash.slice(1))!;
  const parts = [
    item.closest('div')!.querySelector('strong')!,
    link,
    ...target.querySelectorAll('.address, td:first-child > code, .errors code'),
  ];
  return {
    item,
    link,
    words: parts
      .map(({textContent}) => textContent)
      .join(' ')
      .toLowerCase(),
  };
});

function find(): void {
  const query = input.value.toLowerCase().split(/\s+/).filter(Boolean);
  for (const {item, words} of entries) item.hidden = !query.every((word) => words.includes(word));
  listForSearch.hidden = query.length === 0;
  for (const chapter of contents.querySelectorAll<HTMLElement>(':scope > div'))
    chapter.hidden = chapter.querySelector('li:not([hidden])') === null;
  const {length} = entries.filter(({item}) => !item.hidden);
  status.textContent = query.length === 0 ? '' : length === 0 ? 'Nothing found' : `${length} found`;
  contents.scrollTop = 0;
}

input.addEventListener('input', find);
input.addEventListener('keydown', ({key}) => {
  if (key === 'Enter' && input.value.trim()) entries.find(({item}) => !item.hidden)?.link.click();
  if (key !== 'Escape') return;
  input.value = '';
  find();
});
search.hidden = false;
// A browser that went back fills the field in again.
find();

/** Links of the contents by what they lead to: a section for its title, else an article of it. */
const linkByTarget = new Map(
  [...contents.querySelectorAll('a')]
    .filter((link) => !listForSearch.contains(link))
    .map((link) => [document.getElementById(link.hash.slice(1))!.closest('article, section')!, link]),
);
let marked: HTMLAnchorElement | undefined;

/** Marks what crosses a line in the upper part of the window: of a section and an article of it, the article. */
const observer = new IntersectionObserver(
  (changes) => {
    const entered = changes.filter(({isIntersecting}) => isIntersecting).at(-1);
    if (entered) mark(linkByTarget.get(entered.target)!);
  },
  {rootMargin: '-10% 0px -89% 0px'},
);
for (const target of linkByTarget.keys()) observer.observe(target);

function mark(link: HTMLAnchorElement): void {
  marked?.removeAttribute('aria-current');
  marked = link;
  link.setAttribute('aria-current', 'location');
  // Not `scrollIntoView`: on a narrow screen it would scroll the page back to the contents.
  const [list, entry] = [contents.getBoundingClientRect(), link.getBoundingClientRect()];
  if (entry.top < list.top || entry.bottom > list.bottom)
    contents.scrollTop += entry.top - list.top - list.height / 2;
}
