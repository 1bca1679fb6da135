import type { ErrorDeclaration } from '../../kernel/contract.ts';

/** The refusals of calls that open an app, ask it and read its conversations. */
export const chatErrors = {
  'chat.app_not_found': {
    kind: 'not_found',
    message: 'The link to this app appears to be deleted or deactivated. Please contact your product Admin.',
  },
  'chat.private_app': {
    kind: 'forbidden',
    message: 'This app is private. Please sign in with an invited account.',
  },
  'chat.conversation_not_found': {
    kind: 'not_found',
    message: 'This conversation does not exist any more. Please start a new one.',
  },
  'chat.visitor_limit': {
    kind: 'limit',
    message: 'You have asked many questions. Please wait a little, then ask again.',
  },
  'chat.reader_unknown': {
    kind: 'invalid',
    message: 'Please send the chatUserId with which the question was asked, or the API key.',
  },
  'chat.source_not_found': {
    kind: 'not_found',
    message: 'This source was removed since the answer was given.',
  },
} as const satisfies Record<string, ErrorDeclaration>;
