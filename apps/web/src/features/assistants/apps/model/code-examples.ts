import {
  completionsForm,
  type ExampleForm,
  post,
  responsesForm,
  toolsForm,
} from '../../../../lib/programs/call-examples.ts';

interface AppAddress {
  origin: string;
  appId: string;
}

const question = 'What can you help me with?';

const own = ({ origin, appId }: AppAddress): ExampleForm => ({
  id: 'own',
  label: 'Our own',
  about: 'The call of the chat page. It needs no library, and streams citations as events of their own.',
  examples: [
    { id: 'curl', label: 'curl', code: post(`${origin}/api/content/query`, { appId, query: question }) },
    {
      id: 'stream',
      label: 'curl, streamed',
      code: post(`${origin}/api/content/query`, { appId, query: question, stream: true }, '-N '),
    },
  ],
});

/** Examples that call the app in every form in which it answers, with unmodified clients (CHAT-07). */
export const codeExamples = ({ origin, appId }: AppAddress): ExampleForm[] => {
  const asked = { origin, model: `app:${appId}`, question };
  return [
    responsesForm(asked),
    completionsForm(asked),
    toolsForm({ origin, what: 'this app' }),
    own({ origin, appId }),
  ];
};
