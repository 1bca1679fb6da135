import type { TableQuery } from '@atelier/retrieval/tables';
import { describe, expect, it } from 'vitest';
import { type ComputedAnswer, type TableQuestion, tableAnswer } from '../../../computations.ts';
import { citedPlaces, writeTableAnswer } from './write-table-answer.ts';

const rates = ['City: Paris\nHotel: Pont Neuf\nRate: 120', 'City: Rome\nHotel: Trastevere\nRate: 95'];
const marais = 'City: Paris\nHotel: Marais\nRate: 180';

interface Stored {
  parts: readonly string[];
  name?: string;
  page?: number;
  /** False for rows of which no chunk can be found any more. */
  isFound?: boolean;
}

/** Stores the parts right after each other, as an import does. */
const partsOf = ({ parts, page }: Stored) => {
  let start = 0;
  return parts.map((text) => {
    const part = { text, start, page: page ?? null };
    start += text.length;
    return part;
  });
};

const compute = async (stored: Stored, query: Partial<TableQuery>): Promise<ComputedAnswer> => {
  const usual = { where: [], select: [], groupBy: [], aggregate: null, orderBy: null, limit: 50 };
  const asked = { document: 0, table: 0, query: { ...usual, ...query } };
  const documents = [{ parts: partsOf(stored) }];
  const question: TableQuestion = { question: '', documents, asked };
  const computed = await tableAnswer.compute(question);
  if (computed === undefined) throw new Error('Nothing was computed.');
  return computed;
};

const write = async (stored: Stored, query: Partial<TableQuery>) => {
  const computed = await compute(stored, query);
  const document = { importId: 'imp_1', name: stored.name ?? 'rates.csv', parts: partsOf(stored) };
  const places = stored.isFound === false ? [] : citedPlaces(computed);
  const chunkIds = new Map(places.map((at) => [at, `chk_${at}`]));
  const parts = [...writeTableAnswer({ computed, document, chunkIds })];
  return {
    text: parts.map((part) => (part.type === 'text' ? part.text : '')).join(''),
    citations: parts.flatMap((part) => (part.type === 'citation' ? [part.citation] : [])),
    order: parts.map(({ type }) => type),
    form: parts[0],
  };
};

const all = { parts: [`${[...rates, marais].join('\n\n')}\n\n`] };
const rate = (kind: 'max' | 'average' | 'sum') => ({ aggregate: { kind, column: 'Rate' } });
const inCity = (city: string) => [{ column: 'City', comparison: 'eq' as const, values: [city] }];

describe('an answer that was computed from a table', () => {
  it('is the value, the mark of its row, and what it was computed from', async () => {
    const { text, citations, order, form } = await write(all, rate('max'));
    expect(text).toBe('**180** [1]\n\nLargest value of “Rate”. Computed from all 3 rows of “rates.csv”.');
    expect(form).toEqual({ type: 'form', answerKind: 'ANSWER', wordings: [], origin: 'COMPUTED' });
    expect(order).toEqual(['form', 'text', 'citation', 'text', 'text', 'text']);
    expect(citations).toEqual([
      {
        index: 1,
        markAt: 8,
        chunkId: 'chk_79',
        knowledgeBaseImportId: 'imp_1',
        documentName: 'rates.csv',
        quote: marais,
        start: 79,
        end: 114,
        edited: false,
      },
    ]);
  });

  it('cites the first of several rows, with the others, and counts those that it rests on', async () => {
    const { text, citations } = await write(all, { ...rate('average'), where: inCity('Paris') });
    expect(text).toContain('**150** [1]\n');
    expect(text).toContain('Computed from 2 of 3 rows of “rates.csv”.');
    expect(citations).toMatchObject([
      { quote: rates[0], start: 0, end: 38, further: [{ start: 79, end: 114 }] },
    ]);
  });

  it('says how many rows had no usable value', async () => {
    const unknown = 'City: Oslo\nHotel: Fjord\nRate: unknown';
    const one = await write({ parts: [[...rates, marais, unknown].join('\n\n')] }, rate('sum'));
    expect(one.text).toContain('**395** [1]\n');
    expect(one.text).toContain('all 4 rows of “rates.csv”; 1 row without a usable value left out.');
    const two = await write(
      { parts: [[...rates, marais, marais, marais, unknown, unknown].join('\n\n')] },
      rate('sum'),
    );
    expect(two.text).toContain('; 2 rows without a usable value left out.');
  });

  it('has no mark where nothing could be computed or no chunk can be found', async () => {
    const none = await write({ parts: ['City: Oslo\nRate: unknown'] }, rate('sum'));
    expect(none.text).toMatch(/^\*\*none\*\*\n\nSum of “Rate”\. Computed from all 1 row of/);
    const gone = await write({ ...all, isFound: false }, rate('max'));
    expect(gone.text).toMatch(/^\*\*180\*\*\n/);
    expect([...none.citations, ...gone.citations]).toEqual([]);
  });

  it('names the sheet of a workbook, and cites it as the heading', async () => {
    const stored = { parts: [['Prices', ...rates].join('\n\n')], name: 'rates.xlsx', page: 2 };
    const { text, citations } = await write(stored, rate('max'));
    expect(text).toContain('Computed from all 2 rows of “Prices” of “rates.xlsx”.');
    expect(citations).toMatchObject([{ page: 2, heading: 'Prices', quote: rates[0] }]);
  });

  it('says that there is no such row', async () => {
    const { text, citations } = await write(all, { where: inCity('Oslo') });
    expect(text).toBe(
      'There is no such row in “rates.csv”.\n\nRows, where “City” is “Oslo”. Computed from 0 of 3 rows of “rates.csv”.',
    );
    expect(citations).toEqual([]);
  });

  it('is a table whose first cells are marked, of which it may show only the beginning', async () => {
    const shown = await write(all, { select: ['City', 'Rate'] });
    expect(shown.text).toBe(
      '| City | Rate |\n|---|---|\n| Paris [1] | 120 |\n| Rome [1] | 95 |\n| Paris [1] | 180 |\n\nRows. Computed from all 3 rows of “rates.csv”.',
    );
    expect(shown.citations.map(({ markAt = 0 }) => shown.text.slice(markAt - 6, markAt + 3))).toEqual([
      'Paris [1]',
      ' Rome [1]',
      'Paris [1]',
    ]);
    const cut = await write(all, { select: ['City'], limit: 2 });
    expect(cut.text).toContain('| Rome [1] |\n\nThese are the first 2 of 3.\n\nRows.');
  });

  it('is a table of groups where there are groups', async () => {
    const { text } = await write(all, { ...rate('max'), groupBy: ['City'] });
    expect(text).toContain('| Paris [1] | 180 |\n| Rome [1] | 95 |\n');
  });

  it.each([
    ['x'.repeat(200), 'x'.repeat(200)],
    [`abc${'x'.repeat(198)}`, `abc${'x'.repeat(197)}…`],
    ['two\t\twords', 'two words'],
    ['  around  ', 'around'],
    ['[2] | *a*', '&#91;2] \\| \\*a\\*'],
  ])('shows the cell %j as %j', async (cell, shown) => {
    const { text } = await write({ parts: [`City: Rome\nNote: ${cell}`] }, { select: ['City', 'Note'] });
    expect(text).toContain(`| Rome [1] | ${shown} |\n`);
  });

  it('quotes a row from the part that it begins in, at most its first 1,200 characters', async () => {
    const long = `City: Oslo\nHotel: ${'a'.repeat(1300)}\nRate: 300`;
    const { citations } = await write(
      { parts: [`${rates.join('\n\n')}\n\n`, `${marais}\n\n${long}`] },
      { select: ['City'] },
    );
    expect(citations.map(({ quote }) => quote)).toEqual([...rates, marais, long.slice(0, 1200)]);
    expect(citations.map(({ start }) => start)).toEqual([0, 40, 79, 116]);
  });
});

describe('the places that an answer cites', () => {
  it('are the first row of each line', async () => {
    expect(citedPlaces(await compute(all, { ...rate('max'), groupBy: ['City'] }))).toEqual([79, 40]);
    expect(citedPlaces(await compute(all, { ...rate('average'), where: inCity('Paris') }))).toEqual([0]);
    expect(citedPlaces(await compute(all, { where: inCity('Oslo') }))).toEqual([]);
  });
});
