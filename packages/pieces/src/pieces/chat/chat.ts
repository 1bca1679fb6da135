import type { Piece } from '../../piece.ts';

/** Lets a flow answer the questions to an app. */
export const chat: Piece = {
  name: 'chat',
  version: '1.0.0',
  displayName: 'Chat',
  description: 'Answers the questions that people ask an app.',
  category: 'AI',
  icon: 'message-2',
  triggers: [
    {
      kind: 'chat',
      name: 'chat_question',
      displayName: 'A question in a chat',
      description:
        'Starts with each question to the apps that this flow answers. The value has the question, the earlier messages, who asks as far as they said, and the name and text of a file that they attached.',
      fields: [],
      sample: {
        query: 'How long does the warranty last?',
        question: 'How long does the warranty last?',
        conversationId: 'cnv_1',
        history: [
          { role: 'user', content: 'Hello' },
          { role: 'assistant', content: 'How can I help?' },
        ],
        chatUser: { name: 'Ada Lovelace', email: 'ada@example.com' },
        visitor: { name: 'Ada Lovelace', email: 'ada@example.com' },
        app: { id: 'app_1', name: 'Support' },
        file: { name: 'invoice.pdf', text: 'Invoice of 3 May, to be paid within 30 days.' },
      },
    },
  ],
  actions: [
    {
      kind: 'control',
      name: 'answer',
      displayName: 'Answer in the chat',
      description:
        'Sets the answer. Where it is exactly the answer of an earlier step, the text appears while that step writes it. Citations of steps that ask knowledge bases come along.',
      fields: [
        {
          name: 'answer',
          label: 'Answer',
          type: 'LONG_TEXT',
          required: true,
          max: 200_000,
          description: 'For example {{step_1.answer}}. It may contain Markdown.',
        },
      ],
      sample: { answer: 'The warranty lasts two years [1].' },
      plan: ({ answer = '' }) => ({ kind: 'output', value: answer }),
    },
  ],
};
