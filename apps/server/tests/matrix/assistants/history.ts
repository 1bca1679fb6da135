import { chat } from '@atelier/contracts/assistants/chat/chat';
import { history } from '@atelier/contracts/assistants/chat/history';
import { matrixOf, type Own } from '../matrix.ts';

/** Asks a question in tenant A. */
const asked = async ({ owner, appId }: Own): Promise<string> =>
  (await owner.call(chat.endpoints.query, { body: { appId, query: 'Who may see this?' } })).queryId;

export const historyMatrix = matrixOf(history, {
  tenantHistory: { plain: "lists the caller's own company" },
  queryHistory: { naming: ({ appId }) => ({ query: { appId } }) },
  queryDetails: {
    naming: async (own) => ({ params: { queryId: await asked(own) }, query: { appId: own.appId } }),
  },
  queryInfo: { naming: async (own) => ({ params: { id: await asked(own) } }) },
});
