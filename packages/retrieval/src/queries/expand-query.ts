import { analyze } from '../analysis/analyze.ts';
import { splitSentences } from '../text/split-sentences.ts';

export interface ExpandOptions {
  /** How many further questions are wanted at most. */
  limit: number;
  /** Other words for a word, where some are known. */
  synonymsOf: (word: string) => readonly string[];
}

const word = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'-]*/gu;
/** Words that join two questions, in the languages that passages are mostly in. */
const joint = /\s*(?:[;?]|,?\s+(?:and|or|und|oder|et|ou|y|o|e|ed|och|en|i|lub|ve|και|ή|и|или)\s+|,)\s*/iu;
const fewestWords = 2;

/**
 * Further questions without a model, in the order of their use: the parts of a question that asks for several things, the
 * question with other words of the same meaning, and its telling words alone. What would find the same as the question, or as
 * one before, is left out.
 */
export function expandQuery(query: string, { limit, synonymsOf }: ExpandOptions): string[] {
  const seen = new Set([keyOf(query)]);
  const queries: string[] = [];
  for (const candidate of [...partsOf(query), ...saidOtherwise(query, synonymsOf), keywordsOf(query)]) {
    const key = keyOf(candidate);
    if (key === '' || seen.has(key)) continue;
    seen.add(key);
    queries.push(candidate);
  }
  return queries.slice(0, limit);
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
function saidOtherwise(query: string, synonymsOf: ExpandOptions['synonymsOf']): string[] {
  const words = [...new Set(query.match(word) ?? [])];
  const others = new Map(words.map((each) => [each, synonymsOf(each.toLowerCase())]));
  const most = Math.max(0, ...[...others.values()].map(({ length }) => length));
  return Array.from({ length: most }, (_, at) =>
    query.replace(word, (each) => {
      const list = others.get(each) ?? [];
      return list[at % list.length] ?? each;
    }),
  );
}

function keywordsOf(query: string): string {
  return (query.match(word) ?? []).filter((each) => analyze(each).length > 0).join(' ');
}
