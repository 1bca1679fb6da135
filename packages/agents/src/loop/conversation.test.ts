import { describe, expect, it } from 'vitest';
import { beginning } from './beginning.ts';
import { Conversation, type Round } from './conversation.ts';

/** A text of so many tokens. */
const text = (tokens: number) => 'word'.repeat(tokens);
/** A round whose one message counts so many tokens, with what belongs to each message. */
const round = (tokens: number, fact = 'a fact'): Round => ({
  messages: [{ role: 'user', content: [{ type: 'text', text: text(tokens - 4) }] }],
  facts: [fact],
});
const task = { role: 'user' as const, content: text(6) };

/** A conversation whose own messages count 20 tokens. */
const started = (context: number, rounds: readonly Round[] = []) => {
  const conversation = new Conversation(text(6), [task], context);
  for (const each of rounds) conversation.add(each);
  return conversation;
};
const roles = (conversation: Conversation) => conversation.prompt().map(({ role }) => role);
const said = (conversation: Conversation) => JSON.stringify(conversation.prompt());

describe('a conversation', () => {
  it('has the instructions first, and the last message as its task after what was said before', () => {
    const conversation = new Conversation(
      'Help.',
      [
        { role: 'user', content: 'Before?' },
        { role: 'assistant', content: 'Yes.' },
        { role: 'user', content: 'Now?' },
      ],
      1000,
    );
    conversation.add(round(10));
    expect(roles(conversation)).toEqual(['system', 'user', 'assistant', 'user', 'user']);
    expect(conversation.prompt()[3]?.content).toEqual([{ type: 'text', text: 'Now?' }]);
    expect(roles(new Conversation('Help.', [], 1000))).toEqual(['system', 'user']);
  });

  it('fits into the context up to its last token', () => {
    const request = {};
    expect(started(100).tokens(request)).toBe(20);
    expect(started(20).isTooLarge(request)).toBe(false);
    expect(started(19).isTooLarge(request)).toBe(true);
  });

  it('is summarised from four fifths of the context on, down to half, the oldest rounds first', () => {
    expect(started(100, [round(20), round(20), round(20)]).compact({})).toBeUndefined();
    const conversation = started(100, [round(21, 'the first'), round(20, 'the second'), round(20)]);
    expect(conversation.compact({})).toMatchObject({ rounds: 1, tokensBefore: 81 });
    expect(said(conversation)).toContain('the first');
    expect(said(conversation)).not.toContain('the second');
    expect(roles(conversation)).toHaveLength(5);
  });

  it('keeps its two newest rounds, however long they are', () => {
    const conversation = started(100, [round(100), round(100)]);
    expect(conversation.compact({})).toBeUndefined();
    conversation.add(round(100));
    expect(conversation.compact({})?.rounds).toBe(1);
    expect(conversation.compact({})).toBeUndefined();
    expect(conversation.isTooLarge({})).toBe(true);
  });

  it('summarises what was said before the task ahead of any round', () => {
    const before = [
      { role: 'user' as const, content: `Question ${text(600)}` },
      { role: 'assistant' as const, content: `Answer ${text(600)}` },
    ];
    const conversation = new Conversation(text(6), [...before, task], 1400);
    conversation.add(round(20));
    const compaction = conversation.compact({});
    expect(compaction?.rounds).toBe(2);
    expect(said(conversation)).toContain('Asked: Question word');
    expect(said(conversation)).toContain('Answered: Answer word');
    expect(roles(conversation)).toEqual(['system', 'user', 'user', 'user']);
  });

  it('keeps the newest facts in a fifth of the context, and says how many are left out', () => {
    const facts = ['oldest', 'older', 'newer', 'newest'].map((name) => `${name} ${'x'.repeat(20)}`);
    const conversation = started(100, [...facts.map((fact) => round(40, fact)), round(10), round(10)]);
    expect(conversation.compact({})?.rounds).toBe(4);
    expect(said(conversation)).toContain('(2 older entries are left out.)');
    expect(said(conversation)).not.toMatch(/oldest|older x/);
    expect(said(conversation)).toContain('newer x');
    expect(said(conversation)).toContain('newest x');
  });
});

describe('the beginning of a text', () => {
  it('is one line with an ellipsis where something is left out', () => {
    expect(beginning(' a\n b ', 3)).toBe('a b');
    expect(beginning('abcd', 4)).toBe('abcd');
    expect(beginning('abcde', 4)).toBe('abc…');
    expect(beginning('ab cde', 4)).toBe('ab…');
  });
});
