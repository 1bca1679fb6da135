import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Language } from '@atelier/retrieval/text';

/** A question with the documents that are known to answer it. */
export interface Question {
  id: string;
  text: string;
  relevant: ReadonlySet<string>;
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

/** The checksum of each file, so that figures of two runs are of the same data. */
const checksums: Record<string, string> = {
  'doc-text': 'a69b907bdbf59e43b8004e521eb3560dbbaa9cd5facfad4b30b0392434ba18e4',
  'query-text': '0f5e9a179334183cc3b04fe24d9bdfc3f656b08330e6798d8df5dc621bf8e6d5',
  'rlv-ass': '1af78732abed49055218c1548c27cfa354c5d02a9b6c9cb854b9d0b74fcce24c',
  'cran.all.1400': 'b234544b6ceccd131520df4a3cb6d42aee6576eb577933d047e722bbfe7b0b09',
  'cran.qry': '99578ceb88941ef89c14faf7c63c23776a376d8fba319b990f01d0c601d8b03f',
  cranqrel: '92e54b58dac0b980152178f350d892fae66c8a239b8a11715b835fb8d2f6bc0e',
  'xquad.de.json': '990b5d746746ed65ed4702ea5f35f99ffa4e2f1c390c07d003642acd937916f9',
  'xquad.en.json': 'e4c57d1c9143aaa1c5d265ba5987a65f4e69528d2a98f29d6e75019b10344f29',
  'xquad.es.json': 'dcbae93ec3a9f4b9e78fd834a171d6f96c1a875e10e15b7530b7e4ef4971e37e',
  'xquad.ru.json': '208d5b1aa154c52b1b5c5eda16281e455e8fd198cdb9af3f469f0d6037d973bf',
  'xquad.tr.json': '92179a564774b7696100d144c1e10870d0a966b6fccbdd254a65b9d2ab1971cc',
  'xquad.zh.json': '691d0b3359bc6b8faa8de931dfdfe21d50a65861ae348e32a0d1a0190b0c8835',
};

const readChecked = async (folder: string, name: string): Promise<string> => {
  const bytes = await readFile(join(folder, name));
  const sum = createHash('sha256').update(bytes).digest('hex');
  if (sum !== checksums[name])
    throw new Error(`${name} is another file than docs/quality.md names: its sha256 is ${sum}.`);
  return bytes.toString('utf8');
};

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

/**
 * The judgements name a question by its position in the file and not by its number. A judgement of -1 means that it is of no
 * interest.
 */
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
  for (const line of (await readChecked(folder, 'cranqrel')).split('\n')) {
    const [question = '', document = '', degree = '-1'] = line.trim().split(/\s+/);
    if (Number(degree) < 1 || !known.has(cranfieldName(document))) continue;
    const names = relevant.get(question) ?? new Set();
    relevant.set(question, names.add(cranfieldName(document)));
  }
  const questions = recordsOf(await readChecked(folder, 'cran.qry')).flatMap(({ fields }, at) => {
    const names = relevant.get(`${at + 1}`);
    return names ? [{ id: `cran-${at + 1}`, text: fields['W'] ?? '', relevant: names }] : [];
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
        name: `xquad-${code}-${String(at).padStart(3, '0')}.txt`,
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
  'xquad-en': xquad('en', { title: 'XQuAD, English', language: 'english' }),
  'xquad-es': xquad('es', { title: 'XQuAD, Spanish', language: 'spanish' }),
  'xquad-de': xquad('de', { title: 'XQuAD, German', language: 'german' }),
  'xquad-tr': xquad('tr', { title: 'XQuAD, Turkish', language: 'turkish' }),
  'xquad-ru': xquad('ru', { title: 'XQuAD, Russian', language: 'russian' }),
  'xquad-zh': xquad('zh', { title: 'XQuAD, Chinese', language: 'none' }),
};
