import type { ErrorDeclaration } from '../../kernel/contract.ts';
import { changedMeanwhile } from '../../kernel/revisions.ts';

/** The refusals of calls that make, change and delete apps. */
export const appErrors = {
  'apps.not_found': { kind: 'not_found', message: 'This app does not exist.' },
  'apps.changed_meanwhile': changedMeanwhile('this app'),
  'apps.name_taken': {
    kind: 'conflict',
    message: 'An app with this name already exists. Please choose another name.',
  },
  'apps.knowledge_base_not_found': {
    kind: 'invalid',
    message: 'One of the knowledge bases does not exist. Please choose again.',
  },
  'apps.knowledge_base_off': {
    kind: 'conflict',
    message:
      'One of the knowledge bases is switched off, so it would find nothing. Switch it on first, or choose another one.',
  },
  'apps.answerer_not_found': {
    kind: 'invalid',
    message: 'What is to answer this app does not exist. Please choose again.',
  },
  'apps.flow_not_ready': {
    kind: 'invalid',
    message:
      'This flow cannot answer yet. Give it the trigger “A question in a chat”, publish it, and switch it on.',
  },
  'apps.agent_not_ready': {
    kind: 'invalid',
    message: 'This agent cannot answer yet. Publish it, and switch it on.',
  },
  'apps.worker_not_ready': {
    kind: 'invalid',
    message:
      'This worker cannot answer yet. Add “An app” to the places where its work comes from, and make sure that it is not deactivated.',
  },
  'apps.answerer_circle': {
    kind: 'invalid',
    message:
      'The question would be passed round in a circle. Please choose something that does not ask this app.',
  },
  'apps.answers_for_others': {
    kind: 'conflict',
    message: 'Other apps are answered by this one. Let them be answered by something else first.',
  },
  'apps.processing': {
    kind: 'conflict',
    message: 'This app is being prepared. It answers as soon as its first document is ready.',
  },
  'apps.model_not_found': {
    kind: 'invalid',
    message: 'This model does not exist. Please choose another one under Models.',
  },
} as const satisfies Record<string, ErrorDeclaration>;
