import type { Collection } from './collections.ts';
import { readChecked } from './read-checked.ts';

/** The sets name chunks, so each chunk is a document of its own. */
const nameOf = (set: string, at: number): string => `${set}-${String(at).padStart(4, '0')}.md`;

interface DocsChunk {
  chunk_link: string;
  chunk_heading: string;
  text: string;
}

interface DocsQuestion {
  id: string;
  question: string;
  correct_chunks: string[];
}

/** Questions about the documentation of an API, with the sections that answer them. */
export const cookbookDocs = async (folder: string): Promise<Collection> => {
  const chunks = JSON.parse(await readChecked(folder, 'anthropic_docs.json')) as DocsChunk[];
  const asked = JSON.parse(await readChecked(folder, 'docs_evaluation_dataset.json')) as DocsQuestion[];
  const names = new Map(chunks.map(({ chunk_link: link }, at) => [link, nameOf('docs', at)]));
  return {
    name: 'cookbook-docs',
    title: 'claude-cookbooks, documentation',
    language: 'english',
    documents: chunks.map(({ chunk_heading: heading, text }, at) => ({
      name: nameOf('docs', at),
      text: `# ${heading}\n\n${text.startsWith(heading) ? text.slice(heading.length).trim() : text}\n`,
    })),
    questions: asked.flatMap(({ id, question, correct_chunks: links }) => {
      const relevant = new Set(links.flatMap((link) => names.get(link) ?? []));
      return relevant.size > 0 ? [{ id, text: question, relevant }] : [];
    }),
  };
};

interface CodeFile {
  original_uuid: string;
  chunks: { original_index: number; content: string }[];
}

interface CodeQuestion {
  query: string;
  golden_chunk_uuids: [string, number][];
}

/** Questions about a program in Rust, with the pieces of code that answer them. */
export const cookbookCode = async (folder: string): Promise<Collection> => {
  const files = JSON.parse(await readChecked(folder, 'codebase_chunks.json')) as CodeFile[];
  const lines = (await readChecked(folder, 'evaluation_set.jsonl')).trim().split('\n');
  const pieces = files.flatMap(({ original_uuid: file, chunks }) =>
    chunks.map(({ original_index: at, content }) => ({ key: `${file} ${at}`, content })),
  );
  const names = new Map(pieces.map(({ key }, at) => [key, nameOf('code', at)]));
  return {
    name: 'cookbook-code',
    title: 'claude-cookbooks, code',
    language: 'english',
    documents: pieces.map(({ content }, at) => ({ name: nameOf('code', at), text: content })),
    questions: lines.flatMap((line, at) => {
      const { query, golden_chunk_uuids: keys } = JSON.parse(line) as CodeQuestion;
      const relevant = new Set(keys.flatMap(([file, index]) => names.get(`${file} ${index}`) ?? []));
      return relevant.size > 0 ? [{ id: `code-${at}`, text: query, relevant }] : [];
    }),
  };
};
