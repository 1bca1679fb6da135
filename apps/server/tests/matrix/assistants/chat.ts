import { apps } from '@atelier/contracts/assistants/apps';
import { chat } from '@atelier/contracts/assistants/chat/chat';
import { curatedAnswers } from '@atelier/contracts/assistants/chat/curated-answers';
import { feedback } from '@atelier/contracts/assistants/chat/feedback';
import { ratedAnswers } from '@atelier/contracts/assistants/chat/rated-answers';
import { matrixOf, type Own } from '../matrix.ts';

const somebodyElse = 'a-browser-of-somebody-else';

/** Starts a conversation of A's owner with an app that is open to everybody, so that only the conversation itself is private. */
const conversation = async ({ owner, knowledgeBaseId }: Own) => {
  const name = `Open ${crypto.randomUUID()}`;
  const { appId } = await owner.call(apps.endpoints.create, {
    body: { name, access: 'PUBLIC', knowledgeBaseIds: [knowledgeBaseId] },
  });
  const asked = await owner.call(chat.endpoints.query, { body: { appId, query: 'How many days of leave?' } });
  return { ...asked, visitor: { appId, chatUserId: somebodyElse } };
};

/** The app of A is private, so its link answers 403 to callers outside A. */
const refusal = [403];

export const chatMatrix = matrixOf(chat, {
  chatbot: { naming: ({ appId }) => ({ params: { id: appId } }), refusal },
  query: { naming: ({ appId }) => ({ body: { appId, query: 'leave?' } }), refusal },
  sessions: { naming: ({ appId }) => ({ query: { appId, chatUserId: somebodyElse } }), refusal },
  session: {
    naming: async (own) => {
      const { conversationId, visitor } = await conversation(own);
      return { params: { conversationId }, query: visitor };
    },
  },
  querySession: {
    naming: async (own) => {
      const { queryId, visitor } = await conversation(own);
      return { query: { ...visitor, queryId } };
    },
  },
  resume: {
    naming: async (own) => {
      const { queryId, visitor } = await conversation(own);
      return { query: { ...visitor, queryId } };
    },
  },
  stop: {
    naming: async (own) => {
      const { queryId, visitor } = await conversation(own);
      return { body: { ...visitor, queryId } };
    },
  },
  renameSession: {
    naming: async (own) => {
      const { conversationId, visitor } = await conversation(own);
      return { params: { conversationId }, body: { ...visitor, title: 'Taken over' } };
    },
  },
  removeSession: {
    naming: async (own) => {
      const { conversationId, visitor } = await conversation(own);
      return { params: { conversationId }, query: visitor };
    },
  },
  source: {
    naming: async (own) => {
      const { queryId, visitor } = await conversation(own);
      return { query: { ...visitor, queryId, index: 1 } };
    },
  },
  sourceFile: {
    naming: async (own) => {
      const { queryId, visitor } = await conversation(own);
      return { query: { ...visitor, queryId, index: 1 } };
    },
  },
});

export const feedbackMatrix = matrixOf(feedback, {
  likeDislike: {
    naming: async (own) => {
      const { queryId, visitor } = await conversation(own);
      return { body: { ...visitor, queryId, verdict: 'LIKE' } };
    },
  },
  save: {
    naming: async (own) => {
      const { queryId, visitor } = await conversation(own);
      return { body: { ...visitor, queryId, reason: 'Others', feedback: 'Not theirs' } };
    },
  },
});

/** An answer that its reader rated. */
const rated = async (own: Own) => {
  const { queryId, visitor } = await conversation(own);
  const { appId } = visitor;
  await own.owner.call(feedback.endpoints.likeDislike, { body: { appId, queryId, verdict: 'LIKE' } });
  return queryId;
};

export const ratedAnswersMatrix = matrixOf(ratedAnswers, {
  list: { naming: ({ appId }) => ({ query: { appId } }) },
  assignees: { naming: ({ appId }) => ({ query: { appId } }) },
  changeStatus: { naming: async (own) => ({ body: { queryId: await rated(own), status: 'Closed' } }) },
  assign: { naming: async (own) => ({ body: { queryId: await rated(own), userId: null } }) },
  askAgain: { naming: async (own) => ({ body: { queryId: await rated(own) } }) },
  askAgainLive: { naming: async (own) => ({ body: { queryId: await rated(own) } }) },
  tell: {
    naming: async (own) => {
      const queryId = await rated(own);
      await own.owner.call(ratedAnswers.endpoints.askAgain, { body: { queryId } });
      return { body: { queryId } };
    },
  },
});

export const curatedAnswersMatrix = matrixOf(curatedAnswers, {
  list: { naming: ({ appId }) => ({ query: { appId } }) },
  save: {
    naming: ({ appId }) => ({
      body: { appId, question: `What is ${crypto.randomUUID()}?`, answer: 'Twenty-five days.' },
    }),
  },
  remove: {
    naming: async ({ owner, appId }) => {
      const body = { appId, question: `What is ${crypto.randomUUID()}?`, answer: 'Twenty-five days.' };
      const { suggestionId } = await owner.call(curatedAnswers.endpoints.save, { body });
      return { params: { suggestionId } };
    },
  },
});
