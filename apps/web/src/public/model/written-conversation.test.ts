import type { Citation } from '@atelier/contracts/assistants/chat/chat';
import { expect, it } from 'vitest';
import { asMarkdown, asPdfItems } from './written-conversation.ts';

const citation = (index: number, rest: Partial<Citation> = {}): Citation => ({
  index,
  chunkId: `chk_${index}`,
  knowledgeBaseImportId: 'imp_1',
  documentName: 'handbook.pdf',
  page: 3,
  quote: '25 days of\nleave',
  start: 0,
  end: 16,
  edited: false,
  ...rest,
});
const turns = [
  {
    question: 'How *long* is leave?',
    answer: '## Leave\n\nIt is **25 days** [1]. [2][1]',
    citations: [citation(1), citation(2, { documentName: 'דרכון.md', page: undefined }), citation(1)],
    origin: 'MODEL' as const,
    newAnswer: null,
  },
  {
    question: 'Thanks',
    answer: '',
    citations: [],
    origin: 'MODEL' as const,
    newAnswer: {
      ...{ id: 'nan_1', answer: 'You are **welcome** [1].', origin: 'PERSON' as const },
      ...{ citations: [citation(1)], toldAt: '2026-05-01T00:00:00.000Z' },
    },
  },
];

it('a conversation is written as Markdown, with the document, the page and the quote of each mark, and what came after feedback', () => {
  expect(asMarkdown('Help', turns)).toBe(
    [
      '# Help',
      '## How \\*long\\* is leave?',
      '## Leave',
      'It is **25 days** [1]. [2][1]',
      '**Sources**',
      '\\[1\\] handbook.pdf, page 3: “25 days of leave”',
      '\\[2\\] דרכון.md: “25 days of leave”',
      '## Thanks',
      'There is no answer.',
      '### New answer after your feedback',
      'You are **welcome** [1].',
      'A person wrote this answer.',
      '**Sources**',
      '\\[1\\] handbook.pdf, page 3: “25 days of leave”',
    ].join('\n\n'),
  );
});

it('a conversation becomes items of a PDF, without the signs of Markdown that only change the look', () => {
  expect(asPdfItems(turns)).toEqual([
    {
      title: 'How *long* is leave?',
      id: 'Question 1',
      text: 'Leave\n\nIt is 25 days [1]. [2][1]\n\nSources\n[1] handbook.pdf, page 3: “25 days of leave”\n[2] דרכון.md: “25 days of leave”',
    },
    {
      title: 'Thanks',
      id: 'Question 2',
      text: 'There is no answer.\n\nNew answer after your feedback\n\nYou are welcome [1].\n\nA person wrote this answer.\n\nSources\n[1] handbook.pdf, page 3: “25 days of leave”',
    },
  ]);
});
