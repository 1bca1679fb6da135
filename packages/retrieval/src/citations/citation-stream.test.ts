import { describe, expect, it } from 'vitest';
import { parseCitationMarkers } from './citation-markers.ts';
import { createCitationStream, renumberCitations } from './citation-stream.ts';

const chunks = ['p1', 'p2', 'p3', 'p4'];

function streamed(parts: readonly string[]) {
  const stream = createCitationStream(chunks);
  const outputs = [...parts.map((part) => stream.push(part)), stream.end()];
  return {
    outputs,
    text: outputs.map(({ text }) => text).join(''),
    citations: outputs.flatMap(({ citations }, at) => {
      const before = outputs.slice(0, at).reduce((length, { text }) => length + text.length, 0);
      return citations.map((citation) => ({ ...citation, at: before + citation.at }));
    }),
  };
}

describe('parseCitationMarkers', () => {
  it('finds single, listed and ranged markers with their places', () => {
    const text = 'One [1]. Two [2, 3] and [ 2-4 ] or [1;2].';
    const markers = parseCitationMarkers(text);
    expect(markers.map(({ numbers }) => numbers)).toEqual([[1], [2, 3], [2, 3, 4], [1, 2]]);
    expect(markers.map(({ start, end }) => text.slice(start, end))).toEqual([
      '[1]',
      '[2, 3]',
      '[ 2-4 ]',
      '[1;2]',
    ]);
  });

  it('leaves code, years, footnotes, and unfinished brackets alone', () => {
    for (const text of [
      '`a[0]`',
      '```\nx[1]\n```',
      '``b`[1]``',
      '[2024]',
      '[^1]',
      '[a]',
      '[1',
      '[]',
      '[1,]',
    ]) {
      expect(parseCitationMarkers(text)).toEqual([]);
    }
  });

  it('finds markers after code, and in the line after a stray backtick', () => {
    expect(parseCitationMarkers('`x` is set [1]')).toHaveLength(1);
    expect(parseCitationMarkers('a ` b [1]\nnext [2]').map(({ numbers }) => numbers)).toEqual([[2]]);
  });
});

describe('renumberCitations', () => {
  it('numbers by first appearance, keeps a number once given, and says where each mark stands', () => {
    expect(renumberCitations('A [3]. B [1]. C [3, 1].', chunks)).toEqual({
      text: 'A [1]. B [2]. C [1][2].',
      citations: [
        { index: 1, chunk: 'p3', at: 2 },
        { index: 2, chunk: 'p1', at: 9 },
        { index: 1, chunk: 'p3', at: 16 },
        { index: 2, chunk: 'p1', at: 19 },
      ],
    });
  });

  it.each([
    ['Gone [9].', 'Gone.'],
    ['Gone [0] here', 'Gone here'],
    ['Gone [9]here', 'Gone here'],
    ['Kept [9, 2].', 'Kept [1].'],
    ['Gone [7][8] kept [2]', 'Gone kept [1]'],
    ['At the end [5]', 'At the end'],
    ['At the end [5] ', 'At the end '],
    ['Row | a [9] | b', 'Row | a | b'],
    ['Two [2][2] times', 'Two [1][1] times'],
    ['Twice in one [2, 2]', 'Twice in one [1]'],
    ['Open [2', 'Open [2'],
    ['Nested [[2]]', 'Nested [[1]]'],
    ['Link [text](http://x)', 'Link [text](http://x)'],
    ['Line  \n[9]\nnext', 'Line  \n\nnext'],
  ])('turns %j into %j', (answer, expected) => {
    expect(renumberCitations(answer, chunks).text).toBe(expected);
  });

  it('removes every marker when there are no chunks', () => {
    expect(renumberCitations('A [1]. B [2].', [])).toEqual({ text: 'A. B.', citations: [] });
  });
});

describe('createCitationStream', () => {
  const answers = [
    'A [3]. B [1, 9] and [12] or [x] [2',
    'Use `a[0]` then [4] ``` [1] ``` ok [2-3]!',
    'Spaces [9]  [1] , tabs\t[8]\tend [7]',
    '[9] start [[2]] 🙂 [1]\n- item [6]\n[10',
  ];

  it.each(answers)('gives the same for every way to cut %j in three', (answer) => {
    const whole = streamed([answer]);
    for (let first = 0; first <= answer.length; first++) {
      for (let second = first; second <= answer.length; second++) {
        const cut = streamed([answer.slice(0, first), answer.slice(first, second), answer.slice(second)]);
        expect(cut.text).toBe(whole.text);
        expect(cut.citations).toEqual(whole.citations);
      }
    }
  });

  it.each(answers)('never shows half a marker, or a number that was not announced, of %j', (answer) => {
    const whole = streamed([answer]).text;
    const markers = parseCitationMarkers(whole);
    const announced = new Set<number>();
    const stream = createCitationStream(chunks);
    let shown = 0;
    for (const character of answer) {
      const { text, citations } = stream.push(character);
      for (const { index } of citations) announced.add(index);
      shown += text.length;
      const complete = markers.filter(({ end }) => end <= shown);
      expect(markers.filter(({ start, end }) => start < shown && shown < end)).toEqual([]);
      expect(complete.flatMap(({ numbers }) => numbers).filter((number) => !announced.has(number))).toEqual(
        [],
      );
    }
  });

  it('names the chunk of each marker together with the marker', () => {
    const { outputs } = streamed(['See [', '2', ']', ' and [2].']);
    expect(outputs.map(({ text }) => text)).toEqual(['See', '', ' [1]', ' and [1].', '']);
    expect(outputs.map(({ citations }) => citations.map(({ at }) => at))).toEqual([[], [], [1], [5], []]);
  });

  it('does not hold text back without need', () => {
    const { outputs } = streamed(['Hello', ' world', ' [not', ' a marker']);
    expect(outputs.map(({ text }) => text)).toEqual(['Hello', ' world', ' [not', ' a marker', '']);
  });
});
