import { analyze } from '../analysis/analyze.ts';
import { splitSentences } from '../text/split-sentences.ts';

export interface ExpandOptions {
  /** The most additional queries to return. */
  limit: number;
  /** Returns known synonyms of a word. */
  synonymsOf: (word: string) => readonly string[];
}

const word = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'-]*/gu;
/** Separators and conjunctions between two questions in common languages. Matches single spaces only, so that it stays linear. */
const joint = /[;?,]|,? (?:and|or|und|oder|et|ou|y|o|e|ed|och|en|i|lub|ve|και|ή|и|или) /iu;
const fewestWords = 2;

/**
 * Creates additional queries without a model, the most useful first: the parts of a question that asks several things, the
 * question with synonyms, and its keywords alone. Queries with the same terms as the question or an earlier query are left out.
 */
export function expandQuery(asked: string, { limit, synonymsOf }: ExpandOptions): string[] {
  const query = asked.replace(/\s+/g, ' ').trim();
  const seen = new Set([toQueryKey(query)]);
  const queries: string[] = [];
  const others = saidOtherwise(query, { limit, synonymsOf });
  for (const candidate of [...splitQuery(query), ...others, toKeywords(query)]) {
    if (queries.length === limit) break;
    const key = toQueryKey(candidate);
    if (key === '' || seen.has(key)) continue;
    seen.add(key);
    queries.push(candidate);
  }
  return queries;
}

/** Returns a key that is equal for queries with the same terms, which find the same. */
function toQueryKey(query: string): string {
  return [...new Set(analyze(query))].sort().join(' ');
}

function splitQuery(query: string): string[] {
  const parts = splitSentences(query)
    .flatMap(({ text }) => text.split(joint))
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const telling = parts.filter((part) => analyze(part).length >= fewestWords);
  return parts.length > 1 ? telling : [];
}

/** Returns variants of the query, each with all known words replaced by a synonym. */
function saidOtherwise(query: string, { limit, synonymsOf }: ExpandOptions): string[] {
  const words = [...new Set(query.match(word) ?? [])];
  const others = new Map(words.map((each) => [each, synonymsOf(each.toLowerCase())]));
  const most = Math.max(0, ...[...others.values()].map(({ length }) => length));
  return Array.from({ length: Math.min(most, limit) }, (_, at) =>
    query.replace(word, (each) => {
      const list = others.get(each) ?? [];
      return list[at % list.length] ?? each;
    }),
  );
}

function toKeywords(query: string): string {
  return (query.match(word) ?? []).filter((each) => analyze(each).length > 0).join(' ');
}
