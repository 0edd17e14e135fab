// The search of the site, loaded at the first look at it. The build puts the sections in.
import MiniSearch from 'minisearch';

interface Entry {
  readonly id: number;
  readonly path: string;
  readonly anchor: string;
  readonly title: string;
  readonly page: string;
  readonly text: string;
}

/** Set by the build. */
declare const SECTIONS: readonly Entry[];

/** `card-vault-saved` is found by each of its words, and `customers.create` by both. */
const words = /[^\p{L}\p{N}]+/u;
const index = new MiniSearch<Entry>({
  fields: ['title', 'page', 'text'],
  storeFields: ['path', 'anchor', 'title', 'page'],
  tokenize: (text) => text.split(words).filter(Boolean),
});
index.addAll(SECTIONS);

Object.assign(window, {
  searchCardVault: (query: string) =>
    index.search(query, {
      prefix: true,
      fuzzy: 0.2,
      boost: {title: 4, page: 2},
      combineWith: 'AND',
      // A guide tells more than the one name of the reference that has the same word.
      boostDocument: (_id, _term, stored) => (String(stored?.['path']).startsWith('reference/') ? 0.3 : 1),
    }),
});
