import type { Language } from '@atelier/retrieval/text';
import { chunkingEvaluation } from './chunking-evaluation.ts';
import { cookbookCode, cookbookDocs } from './cookbooks.ts';
import { readChecked } from './read-checked.ts';

/** A question with the documents that are known to answer it. */
export interface Question {
  id: string;
  text: string;
  relevant: ReadonlySet<string>;
  /** The parts of documents that answer it, in a set whose documents are long; then `relevant` names these parts. */
  spans?: readonly Span[];
  /** The document from whose author the question came, where it is known. Nobody judged whether it answers the question. */
  source?: string;
}

/** A part of a document. */
export interface Span {
  document: string;
  text: string;
}

/** A document to import. Searches return its name. */
export interface Document {
  name: string;
  text: string;
}

/** A public set of documents and questions with known answers. */
export interface Collection {
  name: string;
  title: string;
  /** The language of its documents, as an index names it. */
  language: Language;
  documents: readonly Document[];
  questions: readonly Question[];
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Splits a file into records that begin with `.I <number>`, each with its fields by letter. */
const recordsOf = (text: string): { id: string; fields: Record<string, string> }[] =>
  text
    .split(/^\.I\s+/m)
    .slice(1)
    .map((record) => {
      const [id = '', ...rest] = record.split('\n');
      const parts = rest.join('\n').split(/^\.([A-Z])\s*\n/m);
      const fields: Record<string, string> = {};
      for (let at = 1; at < parts.length; at += 2) fields[parts[at] ?? ''] = oneLine(parts[at + 1] ?? '');
      return { id: id.trim(), fields };
    });

/** Removes the title, which is repeated at the beginning of the abstract. */
const abstractOf = (title: string, text: string): string =>
  text.startsWith(title) ? text.slice(title.length).trim() : text;

const cranfieldName = (id: string): string => `cran-${id.padStart(4, '0')}.md`;

/** The judgements name a question by its position in the file and not by its number. A judgement of -1 marks the source of the question. */
const cranfield = async (folder: string): Promise<Collection> => {
  const documents = recordsOf(await readChecked(folder, 'cran.all.1400'))
    .map(({ id, fields: { T: title = '', W: text = '' } }) => ({
      name: cranfieldName(id),
      text: `# ${title}\n\n${abstractOf(title, text)}\n`,
      isEmpty: text === '',
    }))
    .filter(({ isEmpty }) => !isEmpty);
  const known = new Set(documents.map(({ name }) => name));
  const relevant = new Map<string, Set<string>>();
  const sources = new Map<string, string>();
  for (const line of (await readChecked(folder, 'cranqrel')).split('\n')) {
    const [question = '', document = '', degree = ''] = line.trim().split(/\s+/);
    if (degree === '-1') sources.set(question, cranfieldName(document));
    if (Number(degree) < 1 || !known.has(cranfieldName(document))) continue;
    const names = relevant.get(question) ?? new Set();
    relevant.set(question, names.add(cranfieldName(document)));
  }
  const questions = recordsOf(await readChecked(folder, 'cran.qry')).flatMap(({ fields }, at) => {
    const key = `${at + 1}`;
    const names = relevant.get(key);
    const source = sources.get(key);
    const question = { id: `cran-${key}`, text: fields['W'] ?? '', ...(source && { source }) };
    return names ? [{ ...question, relevant: names }] : [];
  });
  return { name: 'cranfield', title: 'Cranfield', language: 'english', documents, questions };
};

/** Splits a file of the Vaswani collection into its numbered records, which end with a line of one slash. */
const numberedRecords = (text: string): { id: string; body: string }[] =>
  text.split(/^\s*\/\s*$/m).flatMap((record) => {
    const [id = '', ...body] = record.trim().split(/\s+/);
    return /^\d+$/.test(id) ? [{ id, body: body.join(' ') }] : [];
  });

const vaswaniName = (id: string): string => `vaswani-${id.padStart(5, '0')}.txt`;

const vaswani = async (folder: string): Promise<Collection> => {
  const relevant = new Map(
    numberedRecords(await readChecked(folder, 'rlv-ass')).map(({ id, body }) => [
      id,
      new Set(body.split(' ').map(vaswaniName)),
    ]),
  );
  const documents = numberedRecords(await readChecked(folder, 'doc-text'));
  const questions = numberedRecords(await readChecked(folder, 'query-text'));
  return {
    name: 'vaswani',
    title: 'Vaswani',
    language: 'english',
    documents: documents.map(({ id, body }) => ({ name: vaswaniName(id), text: body })),
    questions: questions.map(({ id, body }) => ({
      id: `vaswani-${id}`,
      text: body.toLowerCase(),
      relevant: relevant.get(id) ?? new Set(),
    })),
  };
};

interface Squad {
  data: {
    title: string;
    paragraphs: { context: string; qas: { id: string; question: string; answers: { text: string }[] }[] }[];
  }[];
}

const squadOf = (text: string): Squad => JSON.parse(text) as Squad;

/**
 * Makes each paragraph a document of its own without a heading, so that a question must find its paragraph among all of them.
 */
const xquad =
  (code: string, { title, language }: Pick<Collection, 'title' | 'language'>) =>
  async (folder: string): Promise<Collection> => {
    const { data } = squadOf(await readChecked(folder, `xquad.${code}.json`));
    const paragraphs = data
      .flatMap((article) => article.paragraphs)
      .map((paragraph, at) => ({
        ...paragraph,
        // Without the zeros a number in a question would find the file of that number.
        name: `xquad-${code}-${String(at).padStart(4, '0')}.txt`,
      }));
    return {
      name: `xquad-${code}`,
      title,
      language,
      documents: paragraphs.map(({ name, context }) => ({ name, text: context })),
      questions: paragraphs.flatMap(({ name, qas }) =>
        qas.map(({ id, question }) => ({ id, text: question, relevant: new Set([name]) })),
      ),
    };
  };

/** Reads the paragraphs of XQuAD, English, with their questions and their answers, for the measurement of refusals. */
export const readParagraphs = async (folder: string): Promise<Squad['data'][number]['paragraphs']> =>
  squadOf(await readChecked(folder, 'xquad.en.json')).data.flatMap(({ paragraphs }) => paragraphs);

export const collections: Record<string, (folder: string) => Promise<Collection>> = {
  cranfield,
  vaswani,
  'cookbook-docs': cookbookDocs,
  'cookbook-code': cookbookCode,
  'chunking-evaluation': chunkingEvaluation,
  'xquad-en': xquad('en', { title: 'XQuAD, English', language: 'english' }),
  'xquad-es': xquad('es', { title: 'XQuAD, Spanish', language: 'spanish' }),
  'xquad-de': xquad('de', { title: 'XQuAD, German', language: 'german' }),
  'xquad-tr': xquad('tr', { title: 'XQuAD, Turkish', language: 'turkish' }),
  'xquad-ru': xquad('ru', { title: 'XQuAD, Russian', language: 'russian' }),
  'xquad-zh': xquad('zh', { title: 'XQuAD, Chinese', language: 'none' }),
};
