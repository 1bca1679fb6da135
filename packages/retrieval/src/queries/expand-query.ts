import { analyze } from '../analysis/analyze.ts';
import { splitSentences } from '../text/split-sentences.ts';

export interface ExpandOptions {
  /** How many further questions are wanted at most. */
  limit: number;
  /** Other words for a word, where some are known. */
  synonymsOf: (word: string) => readonly string[];
}

const word = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'-]*/gu;
/** Words that join two questions, in the languages that chunks are mostly in. Single spaces only, so that it stays linear. */
const joint = /[;?,]|,? (?:and|or|und|oder|et|ou|y|o|e|ed|och|en|i|lub|ve|και|ή|и|или) /iu;
const fewestWords = 2;

/**
 * Further questions without a model, in the order of their use: the parts of a question that asks for several things, the
 * question with other words of the same meaning, and its telling words alone. What would find the same as the question, or as
 * one before, is left out.
 */
export function expandQuery(asked: string, { limit, synonymsOf }: ExpandOptions): string[] {
  const query = asked.replace(/\s+/g, ' ').trim();
  const seen = new Set([keyOf(query)]);
  const queries: string[] = [];
  const others = saidOtherwise(query, { limit, synonymsOf });
  for (const candidate of [...partsOf(query), ...others, keywordsOf(query)]) {
    if (queries.length === limit) break;
    const key = keyOf(candidate);
    if (key === '' || seen.has(key)) continue;
    seen.add(key);
    queries.push(candidate);
  }
  return queries;
}

/** Two questions with the same terms find the same. */
function keyOf(query: string): string {
  return [...new Set(analyze(query))].sort().join(' ');
}

function partsOf(query: string): string[] {
  const parts = splitSentences(query)
    .flatMap(({ text }) => text.split(joint))
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const telling = parts.filter((part) => analyze(part).length >= fewestWords);
  return parts.length > 1 ? telling : [];
}

/** Each known word exchanged at once, once per other word that is known. */
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

function keywordsOf(query: string): string {
  return (query.match(word) ?? []).filter((each) => analyze(each).length > 0).join(' ');
}
