import { z } from 'zod';
import { defineContract } from '../../kernel/contract.ts';
import { fileBytes, fileReplyFor } from '../../kernel/raw-replies.ts';
import { Done, lookupId, tenantQuery, text } from '../../kernel/shapes.ts';
import { AttachedFile } from './attached-files.ts';

const email = z.union([z.literal(''), z.email('Please enter a valid email')]);

/** The calls of the chat page besides questions. */
export const visitors = defineContract({
  name: 'visitors',
  alsoFails: [
    'apps.image_not_found',
    'chat.app_not_found',
    'chat.files_off',
    'chat.private_app',
    'chat.reader_unknown',
    'chat.visitor_limit',
  ],
  errors: {
    'chat.user_info_missing': {
      kind: 'precondition',
      message: 'Please say who you are before you ask.',
    },
    'chat.user_info_incomplete': { kind: 'invalid', message: 'Please fill in every field.' },
    'chat.file_missing': {
      kind: 'invalid',
      message: 'Please send a form with the field appId and then one file.',
    },
    'chat.file_too_large': {
      kind: 'invalid',
      message: 'This file is too large. Please attach one of at most 10 MB and 2,000,000 characters.',
    },
    'chat.file_unreadable': {
      kind: 'invalid',
      message: 'This file has no text that can be read. Please attach a document or a table with text.',
    },
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
    attachFile: {
      method: 'POST',
      path: '/api/content/chat/file',
      summary:
        'Attach a file to a conversation, so that its questions can be about it. The form has appId, chatUserId and tenantId before the file',
      access: { public: 'visitors of public apps have no account' },
      unaudited: 'the file is a part of the conversation of its asker, who alone can use it',
      rate: 'chat',
      multipart: true,
      form: z.object({
        appId: lookupId,
        chatUserId: z.string().optional(),
        ...tenantQuery,
        file: fileBytes,
      }),
      reply: AttachedFile,
    },
    image: {
      method: 'GET',
      path: '/api/content/chatbot/:id/images/:imageId',
      summary: 'Read the icon or the logo of an app',
      access: { public: 'whoever may open the chat sees its pictures' },
      params: z.object({ id: lookupId, imageId: lookupId }),
      raw: true,
      sends: fileReplyFor('image/png', 'image/jpeg', 'image/webp'),
    },
  },
});
