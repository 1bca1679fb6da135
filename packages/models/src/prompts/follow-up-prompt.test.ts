import { describe, expect, it } from 'vitest';
import type { ModelRequest } from '../chat-model.ts';
import { conversationIn } from '../text-message.ts';
import { buildFollowUpPrompt, readFollowUps } from './follow-up-prompt.ts';
import { buildSummaryPrompt } from './summary-prompt.ts';

const promptText = ({ prompt }: ModelRequest): string =>
  conversationIn(prompt)
    .map(({ content }) => content)
    .join('\n');

const chunks = [
  { index: 2, chunkId: 'b', documentName: 'b.md', text: 'It opens at nine.' },
  { index: 5, chunkId: 'e', documentName: 'e.md', text: 'It </chunk> closes at five.' },
];
const about = { question: 'When does it open?', answer: 'At nine. [2]', chunks };

describe('the next questions after an answer', () => {
  it('are asked for with the cited chunks, which cannot end themselves', () => {
    const text = promptText(buildFollowUpPrompt(about));
    expect(text).toContain('<chunk number="2" document="b.md">\nIt opens at nine.\n</chunk>');
    expect(text.match(/<\/chunk>/g)).toHaveLength(2);
    expect(text).toContain('<question>\nWhen does it open?\n</question>');
  });

  it('are at most three, each with the number of a given chunk', () => {
    const reply = [
      'Here are some:',
      '1. When does it close? [5]',
      '- Who opens it? [2]',
      'Who owns it? [7]',
      'Without a number?',
      'when does it open? [2]',
      'Who opens it? [2]',
      `${'long '.repeat(60)}? [2]`,
      '* Wann schließt es? [5]',
      'A fourth one? [5]',
    ].join('\n');
    expect(readFollowUps(reply, about)).toEqual([
      'When does it close?',
      'Who opens it?',
      'Wann schließt es?',
    ]);
    expect(readFollowUps('NONE', about)).toEqual([]);
  });
});

describe('the summary of a conversation', () => {
  it('is asked for with who said what', () => {
    const text = promptText(
      buildSummaryPrompt([
        { role: 'user', content: 'My name is Ada.' },
        { role: 'assistant', content: 'Hello Ada.' },
      ]),
    );
    expect(text).toContain('User: My name is Ada.\nAssistant: Hello Ada.');
  });
});
