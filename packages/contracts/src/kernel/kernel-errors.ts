import type { ErrorDeclaration } from './contract.ts';

/** Errors that any endpoint may answer with; each contract declares its own besides these. */
export const kernelErrors = {
  'request.invalid': {
    kind: 'invalid',
    message: 'Some of the values are not valid. Please check the marked fields.',
  },
  'request.unreadable': {
    kind: 'invalid',
    message: 'The request could not be read. Please send valid JSON.',
  },
  'request.abandoned': { kind: 'invalid', message: 'The caller left before the answer was complete.' },
  'request.encoding_unknown': {
    kind: 'unsupported',
    message: 'The encoding of the request is not known here. Please send UTF-8, as it is or with gzip.',
  },
  'request.too_large': { kind: 'too_large', message: 'The request is too large.' },
  'request.too_complex': {
    kind: 'too_large',
    message: 'The request has too many values, or they are nested too deeply. Please send less at once.',
  },
  'request.not_found': { kind: 'not_found', message: 'There is nothing at this address.' },
  'request.unknown_host': {
    kind: 'invalid',
    message:
      'This server does not answer under this name. Its operator can add the name to ALLOWED_HOSTS, or set PUBLIC_URL.',
  },
  'request.rate_limited': {
    kind: 'limit',
    message: 'Too many requests. Please wait a moment and try again.',
  },
  'request.too_many_streams': {
    kind: 'limit',
    message:
      'Too many live views and answers are open at the same time. Please close some of them and try again.',
  },
  'request.too_many_bodies': {
    kind: 'limit',
    message:
      'Too many uploads from your network are in progress. Please wait until some of them have finished and try again.',
  },
  'request.csrf': { kind: 'forbidden', message: 'This page is out of date. Please reload it and try again.' },
  'request.not_code': {
    kind: 'forbidden',
    message: 'This address answers with data, which a page cannot load as a script, a style or a worker.',
  },
  'request.address_refused': {
    kind: 'invalid',
    message: 'This server does not call this address. Please enter a public one, or ask your operator.',
  },
  'request.media_type': {
    kind: 'invalid',
    message: 'The content type of the request is not supported here.',
  },
  'auth.unauthenticated': { kind: 'unauthenticated', message: 'Unauthorized user' },
  'auth.forbidden': {
    kind: 'forbidden',
    message: 'You do not have permission to do this. Please ask an owner or admin of your company.',
  },
  'auth.tenant_mismatch': { kind: 'forbidden', message: 'The tenantId does not belong to your session.' },
  'server.internal': { kind: 'internal', message: 'Something went wrong. Please try again.' },
  'server.unavailable': { kind: 'unavailable', message: 'Service Temporarily Unavailable' },
  'server.database_unavailable': { kind: 'unavailable', message: 'Service Temporarily Unavailable' },
  'server.busy': {
    kind: 'conflict',
    message: 'Somebody else is changing the same data at this moment. Nothing was saved. Please try again.',
  },
  'server.overloaded': {
    kind: 'unavailable',
    message: 'The server is overloaded at this moment. Please try again in a few seconds.',
  },
  'server.too_slow': {
    kind: 'unavailable',
    message:
      'The database took too long for this, so it was stopped and nothing was saved. Please request less at once, or try again later.',
  },
  'storage.full': {
    kind: 'unavailable',
    message: 'There is no space left to store files. Nothing was saved; please tell your operator.',
  },
  'storage.not_found': {
    kind: 'unavailable',
    message:
      'The bytes of this file are missing on this server. Please ask your operator to bring them back from a backup.',
  },
  'secrets.unreadable': {
    kind: 'unavailable',
    message:
      'A stored secret cannot be read with the keys of this server. Please enter it again, or ask your operator for the earlier key.',
  },
  'compute.out_of_memory': {
    kind: 'too_large',
    message:
      'This computation needs more memory than this server has. Please distribute the documents over several knowledge bases, or ask your operator for more memory.',
  },
  'compute.too_long': {
    kind: 'too_large',
    message:
      'This would take longer to compute than this server allows, so it was stopped. Please try a shorter or a simpler text.',
  },
  'compute.busy': {
    kind: 'limit',
    message:
      'Too many computations of your company are waiting at this moment. Please wait a moment and try again.',
  },
  'compute.interrupted': {
    kind: 'unavailable',
    message: 'The server was stopped in the middle of a computation. Nothing was changed; please try again.',
  },
  'run.not_found': { kind: 'not_found', message: 'This run does not exist.' },
  'run.already_finished': {
    kind: 'conflict',
    message: 'This has finished already, so it cannot be changed.',
  },
  'run.not_finished': {
    kind: 'conflict',
    message: 'This has not finished yet. Please wait for its end, or cancel it.',
  },
  'run.not_retryable': {
    kind: 'conflict',
    message: 'Only a failed or cancelled run can be retried.',
  },
} as const satisfies Record<string, ErrorDeclaration>;
