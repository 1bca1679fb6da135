import { makePdf } from '../../apps/server/tests/pdf.ts';
import { docxOf, zip } from '../../packages/documents/tests/zip-files.ts';

export interface BenchFile {
  name: string;
  content: Uint8Array<ArrayBuffer> | string;
}

/** Returns a generator of deterministic pseudo-random numbers in [0, 1) (mulberry32). */
export const createRandom = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

const syllables = 'ba ce di fo gu la me ni po ru sa te vi zo na re li mo tu ka'.split(' ');

/** Returns a pronounceable word, always the same for the same number. */
const wordOf = (number: number): string => {
  let word = '';
  for (let left = number + 20; left > 0; left = Math.floor(left / 20)) word += syllables[left % 20] ?? '';
  return word;
};

/** Returns a generator of words whose frequencies follow Zipf's law. */
export const createWords = (seed: number, vocabulary = 20_000) => {
  const random = createRandom(seed);
  const word = () => wordOf(Math.floor(vocabulary ** random()));
  const words = (count: number) => Array.from({ length: count }, word);
  const sentence = (): string => {
    const text = words(8 + Math.floor(random() * 10)).join(' ');
    return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
  };
  const paragraph = () => Array.from({ length: 5 }, sentence).join(' ');
  return { random, word, words, sentence, paragraph };
};

type Words = ReturnType<typeof createWords>;

const bytesOf = (buffer: Buffer): Uint8Array<ArrayBuffer> => new Uint8Array(buffer);

const markdown = ({ words, paragraph }: Words, sections: number): string =>
  Array.from(
    { length: sections },
    () => `## ${words(3).join(' ')}\n\n${paragraph()}\n\n${paragraph()}\n`,
  ).join('\n');

const html = ({ words, paragraph }: Words): string =>
  `<!doctype html><html><head><title>${words(3).join(' ')}</title></head><body><article><h1>${words(3).join(' ')}</h1>
  ${Array.from({ length: 6 }, () => `<p>${paragraph()}</p>`).join('\n')}</article></body></html>`;

const csv = ({ words, random }: Words): string =>
  [
    'city,person,amount',
    ...Array.from({ length: 60 }, () => `${words(2).join(',')},${Math.floor(random() * 1e4)}`),
  ].join('\n');

const json = ({ words, sentence }: Words): string =>
  JSON.stringify(Array.from({ length: 30 }, () => ({ name: words(2).join(' '), note: sentence() })));

const docx = ({ paragraph }: Words): Uint8Array<ArrayBuffer> => {
  const paragraphs = Array.from({ length: 8 }, () => `<w:p><w:r><w:t>${paragraph()}</w:t></w:r></w:p>`).join(
    '',
  );
  const main = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
  return bytesOf(
    docxOf(`<?xml version="1.0"?><w:document xmlns:w="${main}"><w:body>${paragraphs}</w:body></w:document>`),
  );
};

const xlsx = ({ words, random }: Words): Uint8Array<ArrayBuffer> => {
  const types = 'http://schemas.openxmlformats.org/package/2006/content-types';
  const relations = 'http://schemas.openxmlformats.org/package/2006/relationships';
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
  const row = () => `<row>${words(3).map(cell).join('')}<c><v>${Math.floor(random() * 1e4)}</v></c></row>`;
  const head = `<row>${['City', 'Person', 'Role', 'Amount'].map(cell).join('')}</row>`;
  const rows = Array.from({ length: 60 }, row).join('');
  const parts: Record<string, string> = {
    '[Content_Types].xml': `<Types xmlns="${types}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${sheetType}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${sheetType}.worksheet+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Staff" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData>${head}${rows}</sheetData></worksheet>`,
  };
  return bytesOf(
    zip(Object.entries(parts).map(([name, xml]) => ({ name, content: `<?xml version="1.0"?>${xml}` }))),
  );
};

const kinds: readonly [extension: string, write: (words: Words) => BenchFile['content']][] = [
  ['md', (words) => markdown(words, 4)],
  ['txt', ({ paragraph }) => Array.from({ length: 8 }, paragraph).join('\n\n')],
  ['html', html],
  ['docx', docx],
  ['csv', csv],
  ['json', json],
  ['xlsx', xlsx],
  ['pdf', (words) => pdf(words, 2)],
];

const pdf = ({ sentence }: Words, pages: number): Uint8Array<ArrayBuffer> =>
  makePdf(Array.from({ length: pages }, () => Array.from({ length: 40 }, () => sentence().slice(0, 95))));

/** Makes small files of eight kinds in turn, each of a few kilobytes and all different. */
export const mixedFiles = (count: number, seed: number): BenchFile[] => {
  const words = createWords(seed);
  return Array.from({ length: count }, (_, at) => {
    const [extension, write] = kinds[at % kinds.length] ?? ['txt', ({ paragraph }: Words) => paragraph()];
    return { name: `file-${String(at).padStart(3, '0')}.${extension}`, content: write(words) };
  });
};

/** Makes small text files, each of a few kilobytes and all different. */
export const textFiles = (count: number, seed: number): BenchFile[] => {
  const { paragraph } = createWords(seed);
  return Array.from({ length: count }, (_, at) => ({
    name: `text-${String(at).padStart(3, '0')}.txt`,
    content: Array.from({ length: 8 }, paragraph).join('\n\n'),
  }));
};

/** Makes one PDF with 40 lines on each page. */
export const largePdf = (pages: number, seed: number): BenchFile => ({
  name: `book-${seed}.pdf`,
  content: pdf(createWords(seed), pages),
});

/** Makes Markdown files with `sections` headings each. */
export const handbooks = (count: number, sections: number, seed: number): BenchFile[] => {
  const words = createWords(seed);
  return Array.from({ length: count }, (_, at) => ({
    name: `book-${at}.md`,
    content: markdown(words, sections),
  }));
};
