import type { Collection, Span } from './collections.ts';
import { readChecked } from './read-checked.ts';

const corpora = ['chatlogs', 'finance', 'pubmed', 'state_of_the_union', 'wikitexts'];

/** Splits a CSV file with quoted fields into its rows. */
const rowsOf = (text: string): string[][] => {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, field = '', end] of text.matchAll(/("(?:[^"]|"")*"|[^,\r\n]*)(,|\r?\n|$)/g)) {
    row.push(field.startsWith('"') ? field.slice(1, -1).replaceAll('""', '"') : field);
    if (end === ',') continue;
    if (row.length > 1) rows.push(row);
    row = [];
  }
  return rows;
};

/** Questions about five long texts, with the parts of the text that answer them. */
export const chunkingEvaluation = async (folder: string): Promise<Collection> => {
  const documents = await Promise.all(
    corpora.map(async (corpus) => ({
      name: `${corpus}.md`,
      text: await readChecked(folder, `${corpus}.md`),
    })),
  );
  const [, ...rows] = rowsOf(await readChecked(folder, 'questions_df.csv'));
  return {
    name: 'chunking-evaluation',
    title: 'chunking_evaluation',
    language: 'english',
    documents,
    questions: rows.map(([text = '', references = '[]', corpus], at) => {
      const parts = JSON.parse(references) as { content: string }[];
      const spans: Span[] = parts.map(({ content }) => ({ document: `${corpus}.md`, text: content }));
      const relevant = new Set(spans.map((_, span) => `span ${span}`));
      return { id: `chunking-${at}`, text, relevant, spans };
    }),
  };
};
