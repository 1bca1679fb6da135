import { describe, expect, it } from 'vitest';
import { type Block, joinBlocks } from '../index.ts';
import {
  type Chunk,
  type ChunkerOptions,
  countTokens,
  createChunker,
  createPreprocessor,
  type PreprocessOptions,
  type StrategyName,
} from './index.ts';

const strategies = [
  'AUTOMATIC',
  'FIXED',
  'SENTENCE',
  'PARAGRAPH',
  'HEADING',
  'PAGE',
  'ROW',
  'SEPARATOR',
] as const satisfies readonly StrategyName[];

const chunk = (blocks: readonly Block[], options: ChunkerOptions): Chunk[] => {
  const chunker = createChunker(options);
  return [...blocks.flatMap((block) => chunker.push(block)), ...chunker.flush()];
};

const prepare = (blocks: readonly Block[], options: PreprocessOptions): Block[] => {
  const preprocessor = createPreprocessor(options);
  return [...blocks.flatMap((block) => preprocessor.push(block)), ...preprocessor.flush()];
};

const texts = (blocks: readonly Block[], options: ChunkerOptions) =>
  chunk(blocks, options).map(({ text }) => text);

const heading = (text: string, level = 1): Block => ({ kind: 'heading', text, level });
const paragraph = (text: string): Block => ({ kind: 'paragraph', text });
const onPage = (page: number, text: string): Block => ({ kind: 'paragraph', text, page });

const randomOf = (seed: number) => {
  let state = seed;
  return (below: number) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor((state / 2147483648) * below);
  };
};

const samples = [
  'One. Two! Three?',
  'word '.repeat(150),
  'A sentence of some words. '.repeat(30),
  '漢字かな。'.repeat(60),
  'x'.repeat(900),
  'a | b\nc | d\n\n e | f',
  '👍'.repeat(90),
  'left---right---',
  '  \n ',
];

const randomBlocks = (random: (below: number) => number): Block[] => {
  const kinds = ['heading', 'paragraph', 'paragraph', 'list', 'table', 'code', 'row'] as const;
  return Array.from({ length: 1 + random(25) }, (_, index): Block => {
    const kind = kinds[random(kinds.length)] ?? 'row';
    const text = samples[random(samples.length)] ?? '';
    return { kind, text, level: 1 + random(4), page: 1 + Math.floor(index / 3) };
  });
};

/** Returns violations of the rules that hold for every strategy: exact spans, the size limit, no lost text. */
const faults = (blocks: readonly Block[], chunks: readonly Chunk[], maxTokens: number): string[] => {
  const text = joinBlocks(blocks);
  const found: string[] = [];
  let covered = 0;
  for (const one of chunks) {
    if (text.slice(one.start, one.end) !== one.text) found.push(`${one.ordinal}: span`);
    if (countTokens(one.text) > maxTokens) found.push(`${one.ordinal}: ${one.tokens} tokens`);
    if (text.slice(covered, Math.max(covered, one.start)).trim() !== '') found.push(`${one.ordinal}: gap`);
    if (!one.text.isWellFormed()) found.push(`${one.ordinal}: half a character`);
    covered = Math.max(covered, one.end);
  }
  if (text.slice(covered).trim() !== '') found.push('gap at the end');
  return found;
};

describe.each(strategies)('the strategy %s', (strategy) => {
  it('keeps its promises on documents put together at random', { tags: ['CHUNK-01', 'CHUNK-03'] }, () => {
    const random = randomOf(77);
    for (let round = 0; round < 25; round++) {
      const blocks = randomBlocks(random);
      const maxTokens = 16 + random(200);
      const options = { strategy, maxTokens, overlapTokens: random(60), separators: ['---', '\n\n'] };
      const chunks = chunk(blocks, options);
      expect(faults(blocks, chunks, maxTokens)).toEqual([]);
      expect(chunk(blocks, options)).toEqual(chunks);
    }
  });

  it.each([
    ['one giant word', 'a'.repeat(100_000)],
    ['ten thousand lines', 'a\n'.repeat(10_000)],
    ['nothing but separators', '---'.repeat(20_000)],
    ['emoji', '👩‍👩‍👧'.repeat(5000)],
  ])('cuts %s within its bounds', { tags: ['CHUNK-03'], timeout: 60_000 }, (_, text) => {
    for (const kind of ['paragraph', 'table'] as const) {
      const blocks: Block[] = [{ kind, text }];
      const chunks = chunk(blocks, { strategy, maxTokens: 400, separators: ['---'] });
      expect(faults(blocks, chunks, 400)).toEqual([]);
    }
  });
});

describe('what a chunk is made of', { tags: ['CHUNK-03'] }, () => {
  it('fills chunks of one size across headings, and repeats any text', () => {
    const blocks = [paragraph('word '.repeat(100)), heading('Next'), paragraph('word '.repeat(100))];
    const chunks = chunk(blocks, { strategy: 'FIXED', maxTokens: 60, overlapTokens: 20 });
    expect(chunks.slice(0, -1).every(({ tokens }) => tokens > 40)).toBe(true);
    expect(chunks.some(({ text }) => /word\s+Next\s+word/.test(text))).toBe(true);
    expect(chunks[1]?.start).toBeLessThan(chunks[0]?.end ?? 0);
  });

  it('counts sentences', () => {
    const blocks = [paragraph('One is here. Two is here. Three is here.'), paragraph('Four is here.')];
    expect(texts(blocks, { strategy: 'SENTENCE', sentences: 2 })).toEqual([
      'One is here. Two is here.',
      'Three is here.\n\nFour is here.',
    ]);
  });

  it('takes each paragraph with the heading above it', () => {
    const blocks = [heading('A'), heading('B', 2), paragraph('One.'), paragraph('Two.'), heading('C')];
    expect(texts(blocks, { strategy: 'PARAGRAPH' })).toEqual(['A\n\nB\n\nOne.', 'Two.', 'C']);
  });

  it('takes each section down to the rank that is asked for', () => {
    const blocks = [heading('A'), paragraph('One.'), heading('B', 2), paragraph('Two.'), heading('C', 3)];
    const cut = (headingLevel: number) => texts(blocks, { strategy: 'HEADING', headingLevel });
    expect(cut(1)).toEqual(['A\n\nOne.\n\nB\n\nTwo.\n\nC']);
    expect(cut(2)).toEqual(['A\n\nOne.', 'B\n\nTwo.\n\nC']);
    expect(cut(3)).toEqual(['A\n\nOne.', 'B\n\nTwo.', 'C']);
  });

  it('takes each page', () => {
    const blocks = [onPage(1, 'One.'), onPage(1, 'More.'), onPage(2, 'Two.')];
    expect(texts(blocks, { strategy: 'PAGE' })).toEqual(['One.\n\nMore.', 'Two.']);
  });

  it('takes rows of sheets and of tables, apart from the text around them', () => {
    const row = (text: string): Block => ({ kind: 'row', text });
    const blocks = [
      paragraph('Before.'),
      row('r1'),
      row('r2'),
      row('r3'),
      paragraph('Between.'),
      { kind: 'table' as const, text: 'a | b\nc | d' },
    ];
    const cut = (rows: number) => texts(blocks, { strategy: 'ROW', rows });
    expect(cut(1)).toEqual(['Before.', 'r1', 'r2', 'r3', 'Between.', 'a | b', 'c | d']);
    expect(cut(2)).toEqual(['Before.', 'r1\n\nr2', 'r3', 'Between.', 'a | b\nc | d']);
  });

  it('ends after separators, also where they lie between blocks, and reads them as plain text', () => {
    const blocks = [paragraph('one.* two.* three'), paragraph('four'), paragraph('***'), paragraph('five')];
    const cut = (...separators: string[]) => texts(blocks, { strategy: 'SEPARATOR', separators });
    expect(cut('.*')).toEqual(['one.*', 'two.*', 'three\n\nfour\n\n***\n\nfive']);
    expect(cut('\n***\n')).toEqual(['one.* two.* three\n\nfour\n\n***', 'five']);
    expect(cut('\n\n')).toEqual(['one.* two.* three', 'four', '***', 'five']);
  });
});

describe('preprocessing', { tags: ['KB-04'] }, () => {
  it('takes out addresses and blanks as asked for, and leaves the rest alone', () => {
    const blocks = [
      paragraph('See  https://a.example/x?y=1 or   www.b.example, or write to jo.do@mail.example.org now.'),
      { kind: 'code' as const, text: 'if x:\n    y' },
      paragraph('http://only.example'),
    ];
    expect(prepare(blocks, {})).toEqual(blocks);
    const all = prepare(blocks, { removeUrls: true, removeEmails: true, collapseWhitespace: true });
    expect(all.map(({ text }) => text)).toEqual(['See or or write to now.', 'if x:\n    y']);
  });

  it('drops lines that run through the pages, and keeps a line that is said once', () => {
    const blocks = Array.from({ length: 12 }, (_, index) => [
      onPage(index + 1, 'ACME Ltd — Confidential'),
      onPage(index + 1, `Body of page ${'abcdefghijkl'.charAt(index)}, first.`),
      onPage(index + 1, `Second of ${'abcdefghijkl'.charAt(index)}.`),
      onPage(index + 1, `Third of ${'abcdefghijkl'.charAt(index)}.\nPage ${index + 1} of 12`),
    ]).flat();
    const text = joinBlocks(prepare(blocks, { removeRepeatedLines: true }));
    expect(text).not.toMatch(/ACME|Page \d/);
    expect(text.match(/Body of page|Second of|Third of/g)).toHaveLength(36);
    const short = blocks.slice(0, 8);
    expect(prepare(short, { removeRepeatedLines: true })).toEqual(short);
  });

  it('leaves rows of sheets that repeat', () => {
    const rows = Array.from({ length: 9 }, (_, index): Block => ({ kind: 'row', text: 'same', page: index }));
    expect(prepare(rows, { removeRepeatedLines: true })).toEqual(rows);
  });

  it('keeps offsets exact in the text that is left, for every strategy', () => {
    const random = randomOf(5);
    const options = {
      collapseWhitespace: true,
      removeUrls: true,
      removeEmails: true,
      removeRepeatedLines: true,
    };
    for (const strategy of strategies) {
      const blocks = prepare(randomBlocks(random), options);
      const chunks = chunk(blocks, { strategy, maxTokens: 50, separators: ['---'] });
      expect(faults(blocks, chunks, 50)).toEqual([]);
    }
  });

  it.each([
    ['letters', 'a'.repeat(200_000)],
    ['at signs', 'a@'.repeat(100_000)],
    ['dots', `a@${'b.'.repeat(100_000)}`],
    ['blanks', ' \n'.repeat(100_000)],
    ['schemes', 'http://'.repeat(30_000)],
  ])('is done with a page of %s in time that grows with it', { timeout: 20_000 }, (_, text) => {
    const blocks = [paragraph(`start ${text} end`)];
    const [block] = prepare(blocks, { removeUrls: true, removeEmails: true, collapseWhitespace: true });
    expect(block?.text.startsWith('start')).toBe(true);
  });
});
