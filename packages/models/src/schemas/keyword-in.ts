import { dataKeywords, namedSchemas, oneSchema, schemaLists } from './keywords.ts';

/** Keywords that are also words of sentences, so that only quoted ones count. */
const alsoWords = new Set([
  ...['type', 'not', 'if', 'then', 'else', 'format', 'title', 'description', 'required', 'properties'],
  ...['default', 'example', 'examples', 'contains', 'strict'],
]);

const keywords = [
  ...new Set([...oneSchema, ...schemaLists, ...namedSchemas, ...dataKeywords, ...alsoWords]),
  ...['$ref', '$dynamicRef', 'pattern', 'minLength', 'maxLength', 'minimum', 'maximum', 'exclusiveMinimum'],
  ...['exclusiveMaximum', 'multipleOf', 'minItems', 'maxItems', 'uniqueItems', 'minContains', 'maxContains'],
  ...['minProperties', 'maxProperties', 'dependentRequired', 'contentEncoding', 'contentMediaType'],
];

const quotes = [
  ["'", "'"],
  ['"', '"'],
  ['`', '`'],
  ['“', '”'],
] as const;

const findQuotedKeyword = (text: string, keyword: string): number => {
  const quoted = quotes
    .map(([open, close]) => text.indexOf(`${open}${keyword}${close}`))
    .filter((at) => at >= 0);
  return quoted.length > 0 ? Math.min(...quoted) : -1;
};

/** Returns the keyword of JSON Schema that the refusal of a provider names; null when it names none. */
export const keywordIn = (message: string): string | null => {
  // The path to the part of the schema consists of keywords and of names.
  const text = message.replace(/\bcontext=\([^)]{0,2000}\)/gi, '');
  const [first] = keywords
    .map((keyword) => ({ keyword, at: findQuotedKeyword(text, keyword) }))
    .filter(({ at }) => at >= 0)
    .toSorted((a, b) => a.at - b.at);
  if (first) return first.keyword;
  const words = new Set(text.split(/[^\w$]+/));
  return keywords.find((keyword) => !alsoWords.has(keyword) && words.has(keyword)) ?? null;
};
