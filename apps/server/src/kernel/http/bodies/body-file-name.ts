import { bareType, isJsonLinesType, isJsonType } from './read-body.ts';

/** Returns the name of a file with the body of a request, whose ending says what is in it. */
export const bodyFileName = (contentType: string): string => {
  const type = bareType(contentType);
  if (isJsonType(type)) return 'body.json';
  if (isJsonLinesType(type)) return 'body.jsonl';
  if (/[/+]xml$/.test(type)) return 'body.xml';
  if (type === 'text/html') return 'body.html';
  if (type === 'text/markdown') return 'body.md';
  return type === 'text/csv' ? 'body.csv' : 'body.txt';
};
