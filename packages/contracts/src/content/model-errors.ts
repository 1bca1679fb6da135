import type { ErrorDeclaration } from '../kernel/contract.ts';
import { changedMeanwhile } from '../kernel/revisions.ts';

/** The refusals of calls that set up model providers and choose models. */
export const modelErrors = {
  'models.provider_changed_meanwhile': changedMeanwhile('this provider'),
  'models.provider_not_found': { kind: 'not_found', message: 'This model provider does not exist.' },
  'models.provider_managed': {
    kind: 'conflict',
    message: 'The operator of this server has configured this provider, and only the operator can change it.',
  },
  'models.operator_only': {
    kind: 'forbidden',
    message:
      'Only the operator of this server may allow an address of its own network. Please open the link that the server printed when it started in this browser, or set OUTBOUND_ALLOW.',
  },
  'models.weights_operator_only': {
    kind: 'forbidden',
    message:
      'Only the operator of this server may download the weights of a model. Please open the link that the server printed when it started in this browser.',
  },
  'models.address_not_found': {
    kind: 'not_found',
    message: 'This address is not among those that were allowed.',
  },
  'models.settings_invalid': {
    kind: 'invalid',
    message: 'Some of the settings are not valid for this provider. Please check them.',
  },
  'models.recording_too_large': {
    kind: 'invalid',
    message:
      'This recording is larger than the provider of the transcription model accepts in one call. Please save only its sound as MP3, at 64 kbit/s or less, or split it into parts.',
  },
  'models.not_found': { kind: 'invalid', message: 'This model does not exist. Please choose another one.' },
  'models.unsupported': {
    kind: 'invalid',
    message: 'This model does not support the request, such as calling tools. Please choose another one.',
  },
  'models.upstream_unauthorized': {
    kind: 'upstream',
    message: 'The provider refused the key. Please check it under Models.',
  },
  'models.upstream_rate_limited': {
    kind: 'limit',
    message: 'The model provider is receiving too many requests. Please try again in a moment.',
  },
  'models.upstream_unavailable': {
    kind: 'upstream',
    message: 'The model provider cannot be reached right now. Please try again.',
  },
  'models.upstream_timeout': {
    kind: 'upstream',
    message: 'The model took too long to answer. Please try again.',
  },
  'models.context_too_long': {
    kind: 'upstream',
    message:
      'The question with its context is too long for this model. Please shorten it or start a new conversation.',
  },
  'models.upstream_empty': {
    kind: 'upstream',
    message: 'The model wrote nothing, and nothing is charged. Please try again, or choose another model.',
  },
  'models.upstream_used_up': {
    kind: 'upstream',
    message:
      'The model reached its longest reply before it wrote anything, and nothing is charged. Please allow a longer reply in the settings of the model.',
  },
  'models.upstream_refused': { kind: 'upstream', message: 'The model provider refused this request.' },
} as const satisfies Record<string, ErrorDeclaration>;

/** True when an error says that a model ended its reply without writing anything. Nothing is charged for such a call. */
export const saysNothingWritten = (code: string): boolean =>
  code === 'models.upstream_empty' || code === 'models.upstream_used_up';
