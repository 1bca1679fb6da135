import type { Field, FieldOption } from '@atelier/contracts/fields/fields';
import type { OptionsCall, Piece } from '../../piece.ts';
import { readTextField, readTextListField } from '../../values.ts';

const question: Field = {
  name: 'question',
  label: 'Question',
  type: 'LONG_TEXT',
  required: true,
  max: 20_000,
};
const sample = {
  answer: 'The warranty lasts two years [1].',
  isAnswered: true,
  citations: [{ index: 1, documentName: 'Terms.pdf', quote: 'two years', page: 3 }],
};

const choices = ({ platform }: OptionsCall, field: string): Promise<FieldOption[]> => {
  if (field === 'knowledgeBaseIds') return platform.listKnowledgeBases();
  return field === 'appId' ? platform.listApps() : platform.listModels();
};

export const knowledge: Piece = {
  name: 'knowledge',
  version: '1.0.0',
  displayName: 'Knowledge',
  description: 'Answers questions from knowledge bases and apps, with citations.',
  category: 'AI',
  icon: 'books',
  triggers: [],
  actions: [
    {
      kind: 'outward',
      repeat: 'with-key',
      name: 'ask_knowledge',
      displayName: 'Ask knowledge bases',
      description: 'Answers a question from documents that the owner of the flow may see, and cites them.',
      fields: [
        {
          name: 'knowledgeBaseIds',
          label: 'Knowledge bases',
          type: 'KNOWLEDGE_BASE',
          required: true,
          min: 1,
          max: 20,
        },
        question,
        {
          name: 'modelId',
          label: 'Model',
          type: 'DROPDOWN',
          description: 'Empty: the default model of the company.',
        },
      ],
      sample,
      options: choices,
      run: async ({ input, key, signal, platform }) => {
        const modelId = readTextField(input, 'modelId');
        const answered = await platform.askKnowledge({
          knowledgeBaseIds: readTextListField(input, 'knowledgeBaseIds'),
          question: readTextField(input, 'question'),
          ...(modelId === '' ? {} : { modelId }),
          key,
          signal,
        });
        return { ...answered };
      },
    },
    {
      kind: 'outward',
      repeat: 'with-key',
      name: 'run_app',
      displayName: 'Ask an app',
      description:
        'Asks an app that the owner of the flow may use. The conversation is kept as on its chat page.',
      fields: [
        { name: 'appId', label: 'App', type: 'APP', required: true, max: 1 },
        question,
        {
          name: 'conversationId',
          label: 'Conversation',
          type: 'SHORT_TEXT',
          max: 200,
          description: 'Continues a conversation. Empty: a new one begins.',
        },
      ],
      sample: { ...sample, conversationId: 'cnv_1' },
      options: choices,
      run: async ({ input, key, signal, platform }) => {
        const conversationId = readTextField(input, 'conversationId').trim();
        const answered = await platform.runApp({
          appId: (readTextListField(input, 'appId')[0] ?? '').trim(),
          question: readTextField(input, 'question'),
          ...(conversationId === '' ? {} : { conversationId }),
          key,
          signal,
        });
        return { ...answered };
      },
    },
  ],
};
