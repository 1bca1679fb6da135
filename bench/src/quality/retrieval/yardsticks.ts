import lunr from 'lunr';
import MiniSearch from 'minisearch';
import type { Document } from '../collections.ts';

/** A well-known search library with its default settings, independent of the product. */
export interface Yardstick {
  name: string;
  search(query: string): string[];
}

const depth = 20;

const miniSearch = (documents: readonly Document[]): Yardstick => {
  const index = new MiniSearch<Document>({ idField: 'name', fields: ['text'] });
  index.addAll(documents);
  return {
    name: 'MiniSearch (BM25+, no stemming)',
    search: (query) =>
      index
        .search(query)
        .slice(0, depth)
        .map(({ id }) => String(id)),
  };
};

const lunrSearch = (documents: readonly Document[]): Yardstick => {
  const index = lunr((builder) => {
    builder.ref('name');
    builder.field('text');
    for (const document of documents) builder.add(document);
  });
  return {
    name: 'Lunr (BM25, Porter stemming)',
    /** Searches for the terms, because Lunr reads a question mark or a colon in a query as a command. */
    search: (query) =>
      index
        .query((asked) => asked.term(lunr.tokenizer(query), {}))
        .slice(0, depth)
        .map(({ ref }) => ref),
  };
};

export const makeYardsticks = (documents: readonly Document[]): Yardstick[] => [
  miniSearch(documents),
  lunrSearch(documents),
];
