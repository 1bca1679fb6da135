import { z } from 'zod';
import { defineContract } from '../../kernel/contract.ts';
import { Done, lookupId, tenantQuery, text } from '../../kernel/shapes.ts';

const email = z.union([z.literal(''), z.email('Please enter a valid email')]);

/** What the chat page reads and sends besides questions. */
export const visitors = defineContract({
  name: 'visitors',
  errors: {
    'chat.user_info_missing': {
      kind: 'precondition',
      message: 'Please say who you are before you ask.',
    },
    'chat.user_info_incomplete': { kind: 'invalid', message: 'Please fill in every field.' },
  },
  endpoints: {
    saveChatUser: {
      method: 'POST',
      path: '/api/content/chat-user',
      summary: 'Say who the visitor is, for apps that ask for it (CHAT-13)',
      access: { public: 'visitors of public apps have no account' },
      unaudited: 'visitors describe themselves only',
      body: z.object({
        appId: lookupId,
        chatUserId: z.string().min(16).max(100),
        name: text(150).default(''),
        email: text(254).pipe(email).default(''),
        ...tenantQuery,
      }),
      reply: Done,
    },
    image: {
      method: 'GET',
      path: '/api/content/chatbot/:id/images/:imageId',
      summary: 'Read the icon or the logo of an app',
      access: { public: 'whoever may open the chat sees its pictures' },
      params: z.object({ id: lookupId, imageId: lookupId }),
      raw: true,
    },
  },
});
