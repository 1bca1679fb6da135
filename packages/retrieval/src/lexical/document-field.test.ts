import { describe, expect, it } from 'vitest';
import { namesOfDocument, toTitle } from '../naming/names-of-document.ts';
import { createLexicalIndex } from './lexical-index.ts';
import { decodeLexicalSegment, encodeLexicalSegment, type LexicalDocument } from './lexical-segment.ts';
import { mergeSegments } from './merge-segments.ts';

const lead = (company: string, ended: string) =>
  `FORM 10-Q\n\nFor the quarterly period ended ${ended}\n\n${company} (Exact name as specified in its charter)`;

const filing = (file: string, begins: string, texts: readonly string[]): LexicalDocument[] => {
  const document = namesOfDocument({ name: file, beginning: begins.padEnd(4000) });
  return texts.map((text, at) => ({ id: `${file}#${at}`, text, document }));
};

const texts = [
  'Total net sales were 82,959 million in the period.',
  'Net sales rose because more devices were sold.',
  'Operating expenses were 12,809 million.',
  'The board declared a dividend.',
];
const apple = filing('2022 Q3 AAPL.pdf', lead('Apple Inc.', 'June 25, 2022'), texts);
const nvidia = filing('2023_Q1_NVDA.pdf', lead('NVIDIA CORPORATION', 'April 30, 2023'), texts);

const search = (query: string, ...segments: Uint8Array[]) => {
  const index = createLexicalIndex();
  segments.forEach((bytes, at) => {
    index.addSegment(`s${at}`, bytes);
  });
  return index.search({ query, topK: 8 });
};
const both = () => [encodeLexicalSegment(apple), encodeLexicalSegment(nvidia)];
const first = (query: string) => search(query, ...both())[0]?.id;

describe('the names of a document', () => {
  it('find its chunks by its short form, its long name, its quarter and its date', () => {
    expect(first('net sales of Apple')).toBe('2022 Q3 AAPL.pdf#1');
    expect(first('AAPL operating expenses')).toBe('2022 Q3 AAPL.pdf#2');
    expect(first('dividend of NVIDIA')).toBe('2023_Q1_NVDA.pdf#3');
    expect(first('operating expenses in the third quarter')).toBe('2022 Q3 AAPL.pdf#2');
    expect(first('operating expenses in Q1')).toBe('2023_Q1_NVDA.pdf#2');
    expect(first('dividend in June')).toBe('2022 Q3 AAPL.pdf#3');
  });

  it('let a question with a year find the table that has the figure before prose that repeats company and quarter', () => {
    const begins = lead('Apple Inc.', 'June 25, 2022');
    const report = filing('2022 Q3 AAPL.pdf', begins, [
      'Apple grew in the third quarter of 2022. The third quarter of 2022 was that of Apple.',
      'Services | 19,604',
    ]);
    const index = (question: string) =>
      search(question, encodeLexicalSegment(report), encodeLexicalSegment(nvidia));
    expect(index('Apple services in the third quarter of 2022')[0]?.id).toBe('2022 Q3 AAPL.pdf#1');
    expect(index('Apple services in the third quarter')[0]?.id).toBe('2022 Q3 AAPL.pdf#0');
  });

  it('are its title and, in a long document, what looks like a name, a date or a code at its beginning', () => {
    const begins = 'the first Report of Acme, written in may 2021';
    const name = 'sales-report_v2.docx';
    expect(namesOfDocument({ name, beginning: begins.padEnd(4000, ' x') })).toBe(
      'sales report v2 Report Acme, 2021',
    );
    expect(namesOfDocument({ name, beginning: begins })).toBe('sales report v2 ');
    expect(namesOfDocument({ name: 'a.txt', beginning: `${'x'.repeat(900)} Late`.padEnd(4000) })).toBe('a ');
    expect(toTitle('README')).toBe('README');
  });

  it('leave the length of a chunk and the rarity of its words as they were', () => {
    const named = encodeLexicalSegment(apple);
    const bare = encodeLexicalSegment(apple.map(({ id, text }) => ({ id, text })));
    expect(decodeLexicalSegment(named).documents).toEqual(decodeLexicalSegment(bare).documents);
    expect(search('dividend', named)).toEqual(search('dividend', bare));
  });

  it('count no more than the rarity of their words in the texts', () => {
    const short = Array.from({ length: 20 }, (_, at) => ({ id: `n${at}`, text: `la reunión ${at} de hoy` }));
    const long = filing('acta.txt', 'La presidenta Iglesias abre', ['Nada.', 'Otra cosa.']);
    const segments = [encodeLexicalSegment(short), encodeLexicalSegment(long)];
    expect(search('¿Cuándo es la reunión 7?', ...segments)[0]?.id).toBe('n7');
    expect(search('¿Cuándo es la hoy?', ...segments)[0]?.id).toMatch(/^n/);
    expect(search('Iglesias', ...segments)[0]?.id).toBe('acta.txt#0');
  });

  it('never raise a score above 1, and let a question without them score as before', () => {
    for (const { score } of search('Apple AAPL third quarter 2022 total net sales 82,959', ...both()))
      expect(score).toBeLessThanOrEqual(1);
  });

  it('take a few bytes for each document, however many chunks it has', () => {
    const many = (count: number, document?: string) =>
      encodeLexicalSegment(
        Array.from({ length: count }, (_, at) => ({
          id: `${at}`,
          text: `w${at}`,
          ...(document ? { document } : {}),
        })),
      ).length;
    const names = namesOfDocument({
      name: 'annual report 2022.pdf',
      beginning: 'Acme Inc. Form 10-K'.padEnd(4000),
    });
    expect(many(500, names) - many(500)).toBeLessThan(200);
  });

  it('survive a merge, the removal of chunks and the reading of one question only', () => {
    const keep = (id: string) => !id.endsWith('#1');
    const merged = mergeSegments(both(), { keep });
    const query = 'net sales of Apple in the third quarter';
    const found = search(query, merged);
    expect(found.map(({ id }) => id)).not.toContain('2022 Q3 AAPL.pdf#1');
    expect(found[0]?.id).toBe('2022 Q3 AAPL.pdf#0');
    const few = createLexicalIndex({ onlyTermsOf: query });
    few.addSegment('s', merged);
    expect(few.search({ query, topK: 8 })).toEqual(found);
    const parts = createLexicalIndex();
    const all = mergeSegments(both());
    parts.addMerged(all, [
      { id: 'apple', first: 0, docs: 4 },
      { id: 'nvidia', first: 4, docs: 4 },
    ]);
    parts.removeSegment('nvidia');
    expect(parts.search({ query, topK: 8 })).toEqual(search(query, encodeLexicalSegment(apple)));
  });

  it('are missing from an index in the format before, which is searched as it was', () => {
    const bytes = encodeLexicalSegment(apple.map(({ id, text }) => ({ id, text: `${id} ${text}` })));
    const old = bytes.slice();
    new DataView(old.buffer).setUint16(4, 1, true);
    expect(search('net sales', old)).toEqual(search('net sales', bytes));
    new DataView(old.buffer).setUint16(4, 3, true);
    expect(() => search('net sales', old)).toThrow('format');
  });
});
