import { describe, expect, it } from 'vitest';
import { estimateTokens } from '../estimate-tokens.ts';
import type { TextMessage } from '../text-message.ts';
import { cutHistory } from './cut-history.ts';

const asked = (content: string): TextMessage => ({ role: 'user', content });
const answered = (content: string): TextMessage => ({ role: 'assistant', content });
// Each of the four has ten tokens.
const [first, reply, second, answer] = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(40)) as [
  string,
  string,
  string,
  string,
];
const conversation = [asked(first), answered(reply), asked(second), answered(answer)];
const tokensOf = (messages: readonly TextMessage[]) =>
  messages.reduce((sum, { content }) => sum + estimateTokens(content), 0);

describe('an earlier conversation', () => {
  it('stays whole while it fits', () => {
    expect(cutHistory(conversation, 40)).toEqual(conversation);
    expect(cutHistory([], 40)).toEqual([]);
  });

  it('loses its beginning, with an answer cut in the middle, and never has more tokens than allowed', {
    tags: ['CHUNK-02'],
  }, () => {
    expect(cutHistory(conversation, 20)).toEqual(conversation.slice(2));
    expect(cutHistory(conversation, 35)).toEqual([
      asked(first),
      answered('b'.repeat(20)),
      ...conversation.slice(2),
    ]);
    expect(cutHistory(conversation, 13)).toEqual([asked(second), answered('d'.repeat(12))]);
    expect(cutHistory(conversation, 10)).toEqual([]);
    for (let tokens = 1; tokens < 45; tokens += 1)
      expect(tokensOf(cutHistory(conversation, tokens))).toBeLessThanOrEqual(tokens);
  });

  it('begins with a question, whatever a program sends', () => {
    expect(cutHistory([answered('Hello!'), ...conversation], 100)).toEqual(conversation);
    expect(cutHistory([asked('One'), asked('Two'), answered('Both')], 100)).toHaveLength(3);
  });
});
