import { describe, expect, it } from 'vitest';
import type { Block } from '../block.ts';
import { createCaptions } from './captions.ts';
import { createChunker } from './chunker.ts';

const paragraph = (text: string): Block => ({ kind: 'paragraph', text });
const table: Block = { kind: 'table', text: 'Region | Sales\nNorth | 12' };
const row = (text: string): Block => ({ kind: 'row', text });

const read = (blocks: readonly Block[]): Block[] => {
  const captions = createCaptions();
  return [...blocks.flatMap((block) => captions.push(block)), ...captions.flush()];
};
const captionOf = (blocks: readonly Block[]) =>
  read(blocks).find(({ kind }) => kind === 'table' || kind === 'row')?.caption;

describe('captions of tables', () => {
  it.each([
    ['a numbered caption', [paragraph('Table 3. Sales by region, 2023.')], 'Table 3. Sales by region, 2023.'],
    ['a German one', [paragraph('Tabelle 2: Umsatz')], 'Tabelle 2: Umsatz'],
    ['a title', [paragraph('Some prose.'), paragraph('Sales by region')], 'Sales by region'],
    [
      'a title with its unit below',
      [paragraph('CONSOLIDATED BALANCE SHEETS'), paragraph('(in millions)')],
      'CONSOLIDATED BALANCE SHEETS (in millions)',
    ],
    [
      'the last sentence of a paragraph that leads to the table',
      [paragraph('Sales grew. The following table shows them by region:')],
      'The following table shows them by region:',
    ],
  ])('are %s above it', (_title, above, caption) => {
    expect(captionOf([...above, table])).toBe(caption);
  });

  it('are no mere signs', () => {
    expect(captionOf([paragraph('Net sales'), paragraph(':'), table])).toBeUndefined();
  });

  it('are a numbered caption below it, when nothing above names it', () => {
    expect(captionOf([paragraph('Sales grew.'), table, paragraph('Table 1: Sales')])).toBe('Table 1: Sales');
    expect(captionOf([paragraph('Totals'), table, paragraph('Table 1: Sales')])).toBe('Totals');
  });

  it.each([
    ['prose', [paragraph('Sales grew by a tenth.')]],
    ['a heading, which is above the chunk anyway', [{ kind: 'heading', text: 'Sales', level: 1 } as const]],
    ['nothing', []],
    ['the prose below', [paragraph('Sales grew.'), table, paragraph('Costs fell, too.')]],
  ])('are not %s', (_title, above) => {
    expect(captionOf([...above, table])).toBeUndefined();
  });

  it('belong to one table, and every block of it', () => {
    const blocks = read([paragraph('Sales'), row('North: 1'), row('South: 2'), paragraph('Prose.'), table]);
    expect(blocks.map(({ caption }) => caption)).toEqual([undefined, 'Sales', 'Sales', undefined, undefined]);
  });

  it('leave the blocks and their order as they are', () => {
    const rows = Array.from({ length: 500 }, (_none, at) => row(`Row ${at}\nValue: ${at}`));
    const blocks = [paragraph('Prose.'), ...rows, paragraph('Table 9: too late for so long a table')];
    expect(read(blocks).map(({ text }) => text)).toEqual(blocks.map(({ text }) => text));
  });

  it('stand above or in each chunk of the rows', () => {
    const chunker = createChunker({ maxTokens: 60 });
    const prose = paragraph('The year was a good one for all regions. '.repeat(6).trim());
    const rows = Array.from({ length: 12 }, (_none, at) => row(`Region ${at}\n2022: ${at}00\n2023: ${at}50`));
    const heading: Block = { kind: 'heading', text: 'Sales', level: 1 };
    const blocks = read([heading, prose, paragraph('By region'), ...rows]);
    const chunks = [...blocks.flatMap((block) => chunker.push(block)), ...chunker.flush()];
    const ofRows = chunks.filter(({ text }) => text.includes('2023:'));
    expect(ofRows.length).toBeGreaterThan(2);
    for (const chunk of ofRows) expect(`${chunk.heading} ${chunk.text}`).toContain('By region');
    expect(ofRows.slice(1).map((chunk) => chunk.heading)).toEqual(
      ofRows.slice(1).map(() => 'Sales > By region'),
    );
  });
});
