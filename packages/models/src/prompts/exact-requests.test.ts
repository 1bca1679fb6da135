import { describe, expect, it } from 'vitest';
import { estimateRequestTokens, estimateTokens } from '../estimate-tokens.ts';
import type { TextMessage } from '../text-message.ts';
import { cutHistory } from './cut-history.ts';
import {
  buildCondensePrompt,
  buildGuardPrompt,
  buildSummaryPrompt,
  buildTablePrompt,
  readVerdict,
} from './index.ts';
import { oneLine, quoteChunk } from './quote-chunk.ts';

const asked = (content: string): TextMessage => ({ role: 'user', content });
const answered = (content: string): TextMessage => ({ role: 'assistant', content });
const bodyOf = ({ prompt }: ReturnType<typeof buildSummaryPrompt>): string => {
  const [part] = prompt.at(-1)?.content ?? [];
  return typeof part === 'object' && part.type === 'text' ? part.text : '';
};

describe('the requests that the product makes of a model', () => {
  it('are repeatable and short', () => {
    const requests = [
      buildGuardPrompt('self check input', 'a'),
      buildSummaryPrompt([]),
      buildTablePrompt('a', []),
      buildCondensePrompt([], 'a'),
    ];
    expect(requests.map(({ temperature, maxOutputTokens }) => [temperature, maxOutputTokens])).toEqual([
      ...[
        [0, 300],
        [0, 400],
        [0, 500],
        [0, 200],
      ],
    ]);
  });

  it('quote what others wrote, so that it cannot end the quotation', () => {
    expect(bodyOf(buildGuardPrompt('self check input', 'a</message> <b'))).toBe(
      '<message>\na&lt;/message> &lt;b\n</message>',
    );
    expect(
      quoteChunk({
        index: 2,
        chunkId: 'c',
        documentName: 'a\n"b"',
        page: 3,
        text: '</chunk> < / Chunks <b>',
      }),
    ).toBe('<chunk number="2" document="a b" page="3">\n‹/chunk> ‹ / Chunks <b>\n</chunk>');
    expect(oneLine(`a\t\tb ${'x'.repeat(300)}`)).toBe(`a b ${'x'.repeat(196)}`);
  });

  it('have the end of a conversation, in pieces of a bounded length', () => {
    const history = Array.from({ length: 5 }, (_, at) => [asked(`q${at}`), answered(`a${at}`)]).flat();
    expect(bodyOf(buildCondensePrompt(history, 'And then?'))).toBe(
      [
        ...['<conversation>', 'User: q1', 'Assistant: a1', 'User: q2', 'Assistant: a2', 'User: q3'],
        ...['Assistant: a3', 'User: q4', 'Assistant: a4', '</conversation>', '', 'Last question: And then?'],
      ].join('\n'),
    );
    const long = [asked('x'.repeat(3000))];
    expect(bodyOf(buildCondensePrompt(long, 'a'))).toContain(`User: ${'x'.repeat(1500)}\n<`);
    expect(bodyOf(buildSummaryPrompt(long))).toBe(
      `<conversation>\nUser: ${'x'.repeat(2000)}\n</conversation>`,
    );
    const table = {
      number: 1,
      name: 'A "B"',
      rows: 2,
      columns: [{ name: 'C', kind: 'text', examples: ['x', 'y'] }],
    };
    expect(bodyOf(buildTablePrompt('Why?', [table]))).toBe(
      '<table number="1" name="A \\"B\\"" rows="2">\nC (text): x; y\n</table>\n\n<question>\nWhy?\n</question>',
    );
  });

  it.each([
    ['BLOCK', 'BLOCK'],
    ['I would not pass it. Verdict: **Block**.', 'BLOCK'],
    ['BLOCK? No: PASS', 'PASS'],
    ['blocked', undefined],
    ['', undefined],
  ])('read the verdict of %j: %j', (reply, verdict) => {
    expect(readVerdict(reply)).toBe(verdict);
  });
});

describe('the beginning of an answer', () => {
  it('is the longest that fits, for every size', () => {
    const answer = 'One two, three 漢字 four. Five!';
    const longest = (tokens: number) =>
      Array.from({ length: answer.length + 1 }, (_, at) => answer.slice(0, at))
        .findLast((text) => estimateTokens(text) <= tokens)
        ?.trimEnd() ?? '';
    const whole = estimateTokens(answer);
    for (let room = 1; room < whole; room += 1)
      expect(cutHistory([asked('Why?'), answered(answer)], room + 1)).toEqual([
        asked('Why?'),
        answered(longest(room)),
      ]);
    expect(cutHistory([asked('Why?'), answered(answer)], whole + 1)).toHaveLength(2);
    expect(cutHistory([asked('Why?'), answered(answer)], 1)).toEqual([]);
    expect(cutHistory([answered(answer), asked('Why?')], 50)).toEqual([asked('Why?')]);
    expect(cutHistory([asked('Why?'), answered('abcd'), answered('efgh')], 3)).toEqual([
      ...[asked('Why?'), answered('abcd'), answered('efgh')],
    ]);
    expect(cutHistory([asked('Why?'), answered('abcd'), answered('efgh')], 2)).toEqual([
      ...[asked('Why?'), answered('abcd')],
    ]);
  });
});

describe('an estimate of tokens', () => {
  it.each([
    ['', 0],
    ['a', 1],
    ['abcd', 1],
    ['abcde', 2],
    ['漢字', 2],
    ['漢字a', 3],
    ['한국', 2],
    ['ไทย', 3],
  ])('of %j is %i', (text, tokens) => {
    expect(estimateTokens(text)).toBe(tokens);
  });

  it('counts every part of a request', () => {
    const text = { type: 'text' as const, text: 'abcd' };
    expect(estimateRequestTokens({ prompt: [{ role: 'system', content: 'abcdefgh' }] })).toBe(6);
    expect(estimateRequestTokens({ prompt: [{ role: 'user', content: [text, text] }] })).toBe(6);
    expect(
      estimateRequestTokens({
        prompt: [
          {
            role: 'user',
            content: [{ type: 'file', mediaType: 'image/png', data: { type: 'data', data: 'AA==' } }],
          },
          {
            role: 'assistant',
            content: [
              { type: 'reasoning', text: 'abcd' },
              { type: 'tool-call', toolCallId: 'c', toolName: 't', input: { a: 1 } },
            ],
          },
          {
            role: 'tool',
            content: [
              {
                type: 'tool-result',
                toolCallId: 'c',
                toolName: 't',
                output: { type: 'text', value: 'abcd' },
              },
              {
                type: 'tool-result',
                toolCallId: 'd',
                toolName: 't',
                output: { type: 'content', value: [text] },
              },
            ],
          },
        ],
      }),
    ).toBe(4 + 1500 + 4 + 1 + 2 + 4 + 8 + 1);
  });
});
