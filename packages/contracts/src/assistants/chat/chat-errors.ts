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
  'chat.flow_off': {
    kind: 'conflict',
    message: 'This app cannot answer at the moment, because its flow is switched off. Please tell its owner.',
  },
  'chat.flow_failed': {
    kind: 'upstream',
    message: 'This app could not answer, because its flow has failed. Please try again, or tell its owner.',
  },
  'chat.flow_slow': {
    kind: 'upstream',
    message: 'The answer took too long, so it was ended. Please try again, or tell the owner of this app.',
  },
  'chat.flow_silent': {
    kind: 'upstream',
    message: 'The flow of this app ended without an answer. Please tell its owner.',
  },
  'chat.worker_off': {
    kind: 'conflict',
    message:
      'This app cannot answer at the moment, because its worker is deactivated or takes no questions. Please tell its owner.',
  },
  'chat.worker_failed': {
    kind: 'upstream',
    message: 'This app could not answer, because its worker has failed. Please try again, or tell its owner.',
  },
  'chat.worker_ended': {
    kind: 'conflict',
    message:
      'The work on this question was ended without an answer. Please ask again, or tell the owner of this app.',
  },
  'chat.agent_off': {
    kind: 'conflict',
    message:
      'This app cannot answer at the moment, because its agent is switched off. Please tell its owner.',
  },
  'chat.agent_failed': {
    kind: 'upstream',
    message: 'This app could not answer, because its agent has failed. Please try again, or tell its owner.',
  },
  'chat.agent_slow': {
    kind: 'upstream',
    message:
      'The agent took too long, so its answer was ended. Please try again, or tell the owner of this app.',
  },
  'chat.files_off': {
    kind: 'conflict',
    message: 'This app takes no files. Please ask your question without one.',
  },
  'chat.file_not_found': {
    kind: 'not_found',
    message: 'This file is no longer there. Please attach it again.',
  },
  'chat.source_not_found': {
    kind: 'not_found',
    message: 'This source was removed since the answer was given.',
  },
} as const satisfies Record<string, ErrorDeclaration>;

/** The codes of other contracts with which questions fail too. */
export const chatAlsoFails = [
  'apps.processing',
  'billing.credits_too_low',
  'billing.daily_limit',
  'billing.email_unverified',
  'chat.user_info_missing',
  'guardrails.check_failed',
  'guardrails.model_needed',
  'models.upstream_empty',
  'models.upstream_unavailable',
  'models.upstream_used_up',
] as const;
