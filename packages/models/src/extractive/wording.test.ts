import { describe, expect, it } from 'vitest';
import { closestChunks, toExcerpt } from './closest-chunks.ts';
import { condenseWithoutModel, earlierTerms } from './condense-without-model.ts';
import { otherWordings } from './other-wordings.ts';
import type { ScoredSentence } from './score-sentences.ts';
import { splitSentences } from './split-sentences.ts';
import {
  cellsOfBarRow,
  cellsOfNamedLines,
  isBarRow,
  isHead,
  isRule,
  nameCells,
  rowText,
} from './table-rows.ts';

const chunk = (index: number, text = '', heading?: string) => ({
  ...{ index, chunkId: `chunk-${index}`, documentName: 'Rules', text },
  ...(heading === undefined ? {} : { heading }),
});
const texts = (text: string) => splitSentences(text).map((sentence) => sentence.text);

describe('a follow-up question', () => {
  const asked = (...questions: string[]) => questions.map((content) => ({ role: 'user' as const, content }));

  it('gets the words of the one before when it is short or refers back, each once', () => {
    const history = asked('How long is parental leave for contractors?');
    expect(condenseWithoutModel(history, 'And for employees?')).toBe(
      'And for employees? parental leave contractors',
    );
    expect(earlierTerms(history, 'Does it cover contractors in Spain?')).toEqual(['parental', 'leave']);
    expect(condenseWithoutModel(history, 'Which offices have a canteen?')).toBe(
      'Which offices have a canteen?',
    );
    expect(condenseWithoutModel(history, 'Thanks!')).toBe('Thanks!');
    expect(condenseWithoutModel([], 'And for employees?')).toBe('And for employees?');
  });

  it('looks behind questions that refer back themselves, and takes eight words at most', () => {
    expect(
      earlierTerms(asked('How long is parental leave?', 'And for contractors?'), 'And in Spain?'),
    ).toEqual([...['contractors', 'parental', 'leave']]);
    expect(earlierTerms(asked('Is travel insured?', 'How long is parental leave?'), 'And in Spain?')).toEqual(
      [...['parental', 'leave']],
    );
    const words = 'alpha bravo charlie delta foxtrot golf hotel india juliet kilo';
    expect(earlierTerms(asked(`Compare ${words}`), 'And it?')).toHaveLength(8);
    const answered = { role: 'assistant' as const, content: 'Ten weeks altogether.' };
    expect(earlierTerms([...asked('How long is parental leave?'), answered], 'And in Spain?')).not.toContain(
      'weeks',
    );
  });
});

describe('other wordings', () => {
  const wordings = (question: string, ...all: ReturnType<typeof chunk>[]) =>
    otherWordings(question, { all, near: all });

  it('correct a word by the nearest one in the documents', () => {
    expect(wordings('How long is the waranty?', chunk(1, 'The warranty is long.'))).toEqual([
      'How long is the warranty?',
    ]);
    expect(wordings('Which insurnace?', chunk(1, 'insurance'))).toEqual(['Which insurance?']);
    expect(wordings('Which inssurnace?', chunk(1, 'insurance'))).toEqual(['Which insurance?']);
    expect(wordings('Which insrnace?', chunk(1, 'assurances'))).toEqual([]);
    expect(wordings('Two sail?', chunk(1, 'sails'))).toEqual([]);
    expect(wordings('A cot?', chunk(1, 'cat'))).toEqual([]);
    expect(wordings('Which tabel?', chunk(1, 'label table'))).toEqual(['Which label?']);
    expect(wordings('Which boaat?', chunk(1, 'beast boat'))).toEqual(['Which boat?']);
  });

  it('offer the questions that head the closest chunks, three in all, none that was asked, and no other heading', () => {
    const near = chunk(
      1,
      '# **Who is on leave?**\n\n## 病気休暇は？\nText\n# Sick pay',
      'When are holidays?',
    );
    expect(wordings('Anything else?', near)).toEqual([
      'When are holidays?',
      'Who is on leave?',
      '病気休暇は？',
    ]);
    expect(wordings('who is on leave?', near)).toEqual(['When are holidays?', '病気休暇は？']);
    expect(wordings('None?', near, chunk(2, '', 'Fourth?'))).toHaveLength(3);
    expect(wordings('None?', chunk(1, '# Leave\nText', 'Brightwave Support Handbook'))).toEqual([]);
  });
});

describe('the closest chunks', () => {
  const scored = (index: number, score: number, matches: number) =>
    ({ sentence: { chunk: chunks[index] }, score, matches }) as unknown as ScoredSentence;
  const chunks = [0, 1, 2, 3, 4].map((index) => chunk(index));
  const indices = (...found: ScoredSentence[]) =>
    closestChunks(found, chunks).map(({ chunk: { index } }) => index);

  it('are those with the best sentences that share a word, three at most, and without a number none', () => {
    expect(indices(scored(3, 1, 1), scored(1, 2, 1), scored(2, 9, 0))).toEqual([1, 3]);
    expect(indices(scored(0, 9, 1), ...[1, 2, 3, 4].map((at) => scored(at, at, 1)))).toEqual([4, 3, 2]);
    expect(indices(scored(2, 9, 0))).toEqual([1, 2, 3]);
  });

  it('are shown by their beginning, which ends between words', () => {
    expect(toExcerpt(' a\n b ')).toBe('a b');
    expect(toExcerpt('x'.repeat(240))).toBe('x'.repeat(240));
    expect(toExcerpt('x'.repeat(241))).toBe(`${'x'.repeat(240)} …`);
    expect(toExcerpt(`${'x'.repeat(121)} ${'y'.repeat(200)}`)).toBe(`${'x'.repeat(121)} …`);
    expect(toExcerpt(`${'x'.repeat(120)} ${'y'.repeat(200)}`)).toBe(
      `${'x'.repeat(120)} ${'y'.repeat(119)} …`,
    );
  });
});

describe('the rows of a table', () => {
  it('are known by their bars', () => {
    expect(['| a |', 'a | b', '| a', 'a|b', 'a |b', '|'].map(isBarRow)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
    expect(['|---|', '---', ':--- | ---:', '| a --- |', '|--|'].map(isRule)).toEqual([
      true,
      false,
      true,
      false,
      false,
    ]);
    expect([cellsOfBarRow('| a | b |'), cellsOfBarRow('a | b')]).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ]);
  });

  it('have a head without figures other than years', () => {
    expect(
      [
        ['', '2023', '2024'],
        ['x', 'Sum'],
        ['7', 'Sum'],
        ['x', '12'],
        ['x', '$ 5'],
        ['x', '20234'],
      ].map(isHead),
    ).toEqual([...[true, true, true, false, false, false]]);
  });

  it('give the names of columns to the last cells', () => {
    expect(nameCells(['a', '1', ''], ['', 'One:', 'Two'])).toEqual([
      { name: '', value: 'a' },
      { name: 'One', value: '1' },
    ]);
    expect(nameCells(['a', '1'], ['One'])).toEqual([
      { name: '', value: 'a' },
      { name: 'One', value: '1' },
    ]);
    expect(rowText(nameCells(['a', '1'], ['One']))).toBe('a; One: 1');
  });

  it('may be written as lines with names', () => {
    expect(cellsOfNamedLines(['Name: Ada', 'Age: 36'])).toEqual([
      { name: 'Name', value: 'Ada' },
      { name: 'Age', value: '36' },
    ]);
    expect(cellsOfNamedLines(['Ada', 'Age: 36', '$ 5'])).toEqual([
      ...[
        { name: '', value: 'Ada' },
        { name: 'Age', value: '36' },
        { name: '', value: '$ 5' },
      ],
    ]);
    expect(cellsOfNamedLines(['Sum', '$ 5: 7', 'b: 8'])?.[1]).toEqual({ name: '', value: '7' });
    for (const lines of [
      ['Name: Ada'],
      ['Ada', 'Age: 36'],
      ['Ada.', 'Age: 36', 'b: 1'],
      ['a: b', 'Text'],
      ['a: b.', 'c: d'],
    ])
      expect(cellsOfNamedLines(lines), lines.join()).toBeUndefined();
  });
});

describe('splitting', () => {
  it('takes lines with names for a row only between blank lines, up to forty of them', () => {
    expect(splitSentences('Name: Ada\nAge: 36\n\nText.')).toMatchObject([
      { text: 'Name: Ada; Age: 36', cells: [{ name: 'Name' }, { name: 'Age' }] },
      { text: 'Text.' },
    ]);
    expect(splitSentences('Text before.\nName: Ada\nAge: 36')[0]?.cells).toBeUndefined();
    const rows = (count: number) => Array.from({ length: count }, (_, at) => `n${at}: v`).join('\n');
    expect(splitSentences(rows(40))[0]?.cells).toHaveLength(40);
    expect(splitSentences(rows(41))[0]?.cells).toBeUndefined();
    expect(splitSentences(`Summary:\n\n${rows(2)}`)).toMatchObject([
      { text: 'Summary:' },
      { context: 'Summary:' },
    ]);
  });

  it('ends a line that was not wrapped, and goes on with one that was', () => {
    expect(texts('see 2 lines\nThen 3 more')).toEqual(['see 2 lines', 'Then 3 more']);
    const wide = 'This line is written to the margin without an end, so';
    expect(texts(`${wide}\nIt goes on.`)).toEqual([`${wide} It goes on.`]);
    expect(texts(`${wide}.\nIt ends.`)).toEqual([`${wide}.`, 'It ends.']);
    expect(texts('short, but\nlower case.')).toEqual(['short, but lower case.']);
    expect(texts('a well-\nKnown thing.')).toEqual(['a well-', 'Known thing.']);
  });

  it('takes a line for a heading that looks like one', () => {
    const contextUnder = (heading: string) => splitSentences(`${heading}\n\nText goes on.`).at(-1)?.context;
    expect(['Opening hours', '1.2 Scope', '## Leave ##', '# C#'].map(contextUnder)).toEqual([
      ...['Opening hours', '1.2 Scope', 'Leave', 'C'],
    ]);
    for (const line of [
      `${'Word '.repeat(8)}more`,
      'Ends here.',
      'lower case',
      'In 2024',
      `L${'o'.repeat(60)}ng`,
      'A: b',
    ])
      expect(contextUnder(line), line).toBe('');
    expect(contextUnder('One two three four five six seven eight')).not.toBe('');
    expect(splitSentences('Heading\nNext 2 lines')[0]?.text).toBe('Next 2 lines');
  });

  it('keeps the lines of an item, and ends a list at other text', () => {
    expect(texts('Bring:\n- bread\nand salt\n- oil')).toEqual(['Bring:\n- bread and salt\n- oil']);
    expect(texts('Bring:\n- bread.\nText after.')).toEqual(['Bring:\n- bread.', 'Text after.']);
    expect(texts('- a thing\n\n- other')).toEqual(['a thing', 'other']);
    const item = 'x'.repeat(240);
    expect(texts(`Bring:\n- ${item}\n- ${item}`)).toHaveLength(1);
    expect(texts(`Bring:\n- ${item}\n- ${item}\n- ${item}`)).toHaveLength(3);
  });

  it('says which sentences follow on', () => {
    expect(splitSentences('One is here. Two is here.\n\nThree.').map(({ followsOn }) => followsOn)).toEqual([
      ...[false, true, false],
    ]);
  });

  it('cuts at a space where there is one in the second half', () => {
    expect(texts('x'.repeat(420))).toHaveLength(1);
    expect(texts('x'.repeat(421)).map(({ length }) => length)).toEqual([420, 1]);
    expect(texts(`${'x'.repeat(300)} ${'y'.repeat(200)}`).map(({ length }) => length)).toEqual([300, 200]);
    expect(texts(`${'x'.repeat(210)} ${'y'.repeat(300)}`).map(({ length }) => length)).toEqual([420, 91]);
  });

  it('leaves out signs alone, and takes the columns of the newest head', () => {
    expect(texts('***\n\n---\n\nText.')).toEqual(['Text.']);
    expect(texts('| A | B |\n|---|---|\n| 1 | 2 |\n\n| C | D |\n|---|---|\n| 3 | 4 |')).toEqual([
      'A: 1; B: 2',
      'C: 3; D: 4',
    ]);
    expect(texts('| x | 1 |\n| y | 2 |')).toEqual(['x; 1', 'y; 2']);
    expect(texts('a | b')).toEqual(['a | b']);
  });
});
