import { describe, expect, it } from 'vitest';
import { splitSentences } from './split-sentences.ts';

const textsOf = (source: string) => splitSentences(source).map(({ text }) => text);

describe('splitSentences', () => {
  it('splits at full stops, question and exclamation marks', () => {
    expect(textsOf('One is here. Is two? Yes! Done')).toEqual(['One is here.', 'Is two?', 'Yes!', 'Done']);
  });

  it('does not split at abbreviations, initials and decimals', () => {
    expect(textsOf('Dr. Smith met J. R. Ewing. It cost 3.50 euros, e.g. Nothing more.')).toEqual([
      'Dr. Smith met J. R. Ewing.',
      'It cost 3.50 euros, e.g. Nothing more.',
    ]);
    expect(textsOf('See No. 5 and Fig. 2. Then stop.')).toEqual(['See No. 5 and Fig. 2.', 'Then stop.']);
    expect(textsOf('It ends with etc.')).toEqual(['It ends with etc.']);
  });

  it('joins hard-wrapped lines but keeps headings, items and rows apart', () => {
    const wrapped = 'The notice period for all members of the staff is three\nmonths. It begins at once.';
    expect(textsOf(wrapped)).toEqual([
      'The notice period for all members of the staff is three\nmonths.',
      'It begins at once.',
    ]);
    expect(textsOf('# Title\nFirst line.\n- one thing\n- another thing\n| a | b |')).toEqual([
      '# Title',
      'First line.',
      '- one thing',
      '- another thing',
      '| a | b |',
    ]);
  });

  it.each<[string, string[]]>([
    [`${'x'.repeat(60)}\nNext`, [`${'x'.repeat(60)}\nNext`]],
    [`${'x'.repeat(59)}\nNext`, ['x'.repeat(59), 'Next']],
    ['short\nand on', ['short\nand on']],
    ['It ends.\nand on', ['It ends.', 'and on']],
    ['A heading:\nand on', ['A heading:', 'and on']],
    ['one | two\nand on', ['one | two', 'and on']],
    ['word\n\nand on', ['word', 'and on']],
    ['   word\n  and on', ['word\n  and on']],
    ['word\r\nand on', ['word\r\nand on']],
    ['word\n12) and on', ['word', '12) and on']],
    ['word\n1234) and on', ['word', '1234) and on']],
    ['the first\n- of two', ['the first', '- of two']],
    ['It was Dr.\nWatson', ['It was Dr.', 'Watson']],
  ])('reads %j as %j', (source, texts) => {
    expect(textsOf(source)).toEqual(texts);
  });

  it('takes time that grows with the length alone, whatever the lines are like', async () => {
    const code = `\`\`\`\n${' '.repeat(100_000)}x\n\`\`\``;
    const long = `${'word '.repeat(20_000)}\nend`;
    // All three take 0.2 s on an idle machine. An algorithm with quadratic time needed a minute.
    for (const source of [code, long, `${' \n'.repeat(50_000)}x`])
      await expect(() => splitSentences(source)).toCostAtMost(3000);
  });

  it('splits other scripts', () => {
    expect(textsOf('東京は首都です。人口は多い。')).toEqual(['東京は首都です。', '人口は多い。']);
  });

  it('returns exact, ordered, disjoint spans that cover all text', () => {
    const source = '  A b.  C d?\n\n\tE f.\r\nG h\r\n lower part 🙂. \n';
    let previous = 0;
    for (const { text, start, end } of splitSentences(source)) {
      expect(source.slice(start, end)).toBe(text);
      expect(source.slice(previous, start).trim()).toBe('');
      previous = end;
    }
    expect(source.slice(previous).trim()).toBe('');
  });

  it('finds nothing in empty text', () => {
    expect(splitSentences('')).toEqual([]);
    expect(splitSentences(' \n ')).toEqual([]);
  });
});
