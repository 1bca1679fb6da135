import { describe, expect, it } from 'vitest';
import { type Block, joinBlocks } from '../index.ts';
import { type Chunk, type ChunkerOptions, countTokens, createChunker } from './index.ts';

function chunk(blocks: readonly Block[], options?: ChunkerOptions): Chunk[] {
  const chunker = createChunker(options);
  return [...blocks.flatMap((block) => chunker.push(block)), ...chunker.flush()];
}

const heading = (text: string, level: number): Block => ({ kind: 'heading', text, level });
const paragraph = (text: string, page?: number): Block => ({
  kind: 'paragraph',
  text,
  ...(page === undefined ? {} : { page }),
});
const prose = (words: number, seed = 1) =>
  Array.from(
    { length: words },
    (_, index) =>
      `${index % 9 === 0 ? 'Word' : 'word'}${(index * 7 + seed) % 97}${index % 9 === 8 ? '.' : ''}`,
  ).join(' ');
const chinese = Array.from({ length: 100_000 }, (_, i) =>
  String.fromCharCode(0x4e00 + ((i * 7919) % 8000)),
).join('');

/** Returns violations of the rules that hold for every document: exact spans, the size limit, no lost text. */
function faults(blocks: readonly Block[], chunks: readonly Chunk[], maxTokens = 400): string[] {
  const text = joinBlocks(blocks);
  const found: string[] = [];
  let covered = 0;
  for (const [index, one] of chunks.entries()) {
    if (one.ordinal !== index) found.push(`${index}: ordinal ${one.ordinal}`);
    if (text.slice(one.start, one.end) !== one.text) found.push(`${index}: span`);
    if (one.tokens !== countTokens(one.text) || one.tokens > maxTokens)
      found.push(`${index}: tokens ${one.tokens}`);
    if (text.slice(covered, Math.max(covered, one.start)).trim() !== '') found.push(`${index}: gap before`);
    if (!one.text.isWellFormed()) found.push(`${index}: half a character`);
    covered = Math.max(covered, one.end);
  }
  if (text.slice(covered).trim() !== '') found.push('gap at the end');
  return found;
}

describe('chunker', () => {
  it('gives exact spans of the joined text for a mixed document', () => {
    const blocks = [
      heading('Install', 1),
      paragraph(prose(300), 1),
      heading('Linux', 2),
      paragraph(`  ${prose(900, 3)}  `, 2),
      { kind: 'list' as const, text: '- a\n- b', page: 3 },
      paragraph(''),
      heading('Mac', 2),
      paragraph(prose(40, 5), 4),
      heading('Use', 1),
      {
        kind: 'table' as const,
        text: Array.from({ length: 200 }, (_, i) => `row ${i} | ${i * 3}`).join('\n'),
      },
      { kind: 'code' as const, text: 'x = 1\n'.repeat(30) },
      paragraph('Ünïcode 👩‍👩‍👧 and 漢字。'.repeat(100)),
    ];
    for (const maxTokens of [16, 50, 400, 1000]) {
      expect(faults(blocks, chunk(blocks, { maxTokens }), maxTokens)).toEqual([]);
    }
  });

  it('names the headings above a chunk and its first and last page', () => {
    const chunks = chunk([
      heading('Install', 1),
      paragraph(prose(60), 3),
      heading('Linux', 2),
      paragraph(prose(50), 3),
      paragraph(prose(50), 4),
    ]);
    expect(chunks.map(({ heading, page, pageEnd }) => ({ heading, page, pageEnd }))).toEqual([
      { heading: 'Install', page: 3, pageEnd: undefined },
      { heading: 'Install > Linux', page: 3, pageEnd: 4 },
    ]);
  });

  it('names the seconds of a recording from which and to which a chunk goes', () => {
    const said = (second: number): Block => ({ ...paragraph(prose(50)), second });
    expect(chunk([said(0), said(17)])).toMatchObject([{ second: 0, secondEnd: 17 }]);
    expect(chunk([said(5)])[0]).not.toHaveProperty('secondEnd');
  });

  it('keeps sections under different top headings apart', () => {
    const chunks = chunk([heading('A', 1), paragraph(prose(30)), heading('B', 1), paragraph(prose(30))]);
    expect(chunks.map((one) => one.heading)).toEqual(['A', 'B']);
  });

  it('merges small sections beside each other under the heading that they share', () => {
    const small = (name: string) => [heading(name, 2), paragraph(`${name} is short.`)];
    const chunks = chunk([heading('Glossary', 1), ...['Ape', 'Bee', 'Cow'].flatMap(small)]);
    expect(chunks).toHaveLength(1);
    expect(chunks[0]?.heading).toBe('Glossary');
  });

  it('never ends a chunk with the heading of the next one', () => {
    const blocks = Array.from({ length: 40 }, (_, index) => [
      heading(`Part ${index}`, 2),
      paragraph(prose(70, index)),
    ]);
    for (const one of chunk([heading('Book', 1), ...blocks.flat()])) {
      expect(one.text.split('\n').at(-1)).not.toMatch(/^Part \d+$/);
    }
  });

  it('keeps a table or code whole that fits into one chunk', () => {
    const table = {
      kind: 'table' as const,
      text: Array.from({ length: 30 }, (_, i) => `row ${i} | ${i}`).join('\n'),
    };
    const chunks = chunk([paragraph(prose(150)), table, paragraph(prose(150))]);
    expect(chunks.filter((one) => one.text.includes(table.text))).toHaveLength(1);
  });

  it('leaves a table to the next chunk rather than its second half alone', () => {
    const table = {
      kind: 'table' as const,
      text: ['Country | Cases', ...Array.from({ length: 28 }, (_, i) => `Land ${i} | ${i}`)].join('\n'),
    };
    const chunks = chunk([paragraph(prose(120)), paragraph(prose(120)), table, paragraph(prose(150))]);
    const holding = chunks.filter((one) => /^Land \d+/m.test(one.text));
    expect(holding.map((one) => one.text.includes('Country | Cases'))).toEqual([true]);
  });

  it('cuts prose at sentences and repeats the last ones within a section', () => {
    const chunks = chunk([paragraph(prose(1500))]);
    expect(chunks.length).toBeGreaterThan(3);
    for (const [index, one] of chunks.entries()) {
      expect(one.text.endsWith('.') || index === chunks.length - 1).toBe(true);
      const before = chunks[index - 1];
      if (before === undefined) continue;
      expect(one.start).toBeLessThan(before.end);
      expect(countTokens(one.text.slice(0, before.end - one.start))).toBeLessThanOrEqual(64);
    }
  });

  it.each([
    ['Latin letters', 'a'.repeat(100_000)],
    ['Chinese', chinese],
    ['emoji', '👩‍👩‍👧'.repeat(12_500)],
  ])('cuts 100,000 characters of %s without a space', (_, text) => {
    const blocks = [paragraph(text)];
    expect(faults(blocks, chunk(blocks))).toEqual([]);
  });

  it('counts words of the tokenizer as text', () => {
    const blocks = [paragraph('Never write <|endoftext|> or <|im_start|> into a prompt.')];
    expect(faults(blocks, chunk(blocks))).toEqual([]);
  });

  it('keeps its promises on documents put together at random', () => {
    let state = 12345;
    const random = (below: number) => {
      state = (state * 1103515245 + 12345) % 2147483648;
      return Math.floor((state / 2147483648) * below);
    };
    const kinds = ['heading', 'paragraph', 'paragraph', 'list', 'table', 'code', 'row'] as const;
    const texts = [
      prose(3),
      prose(40),
      prose(200),
      '漢字かな。'.repeat(60),
      'x'.repeat(900),
      'a\n\n b \n',
      '👍'.repeat(90),
    ];
    for (let round = 0; round < 60; round++) {
      const blocks = Array.from({ length: 1 + random(30) }, (): Block => {
        const kind = kinds[random(kinds.length)] ?? 'row';
        return { kind, text: texts[random(texts.length)] ?? '', level: 1 + random(4), page: 1 + random(9) };
      });
      const maxTokens = 16 + random(300);
      expect(faults(blocks, chunk(blocks, { maxTokens, overlapTokens: random(80) }), maxTokens)).toEqual([]);
    }
  });

  it('starts again after a flush', () => {
    const chunker = createChunker();
    chunker.push(heading('Old', 1));
    chunker.push(paragraph('Old text.'));
    chunker.flush();
    chunker.push(paragraph('New text.'));
    expect(chunker.flush()).toEqual([{ ordinal: 0, text: 'New text.', tokens: 3, start: 0, end: 9 }]);
  });

  it('gives nothing for nothing', () => {
    expect(chunk([])).toEqual([]);
    expect(chunk([paragraph(''), paragraph('  \n ')])).toEqual([]);
  });
});
