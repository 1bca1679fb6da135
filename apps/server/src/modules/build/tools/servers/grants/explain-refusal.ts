import {
  AuthorizationServerMismatchError,
  InsecureTokenEndpointError,
  IssuerMismatchError,
  OAuthError,
  OAuthErrorCode,
} from '@modelcontextprotocol/client';
import { AppError } from '../../../../../kernel/base/errors.ts';
import { OutboundError } from '../../../../../kernel/outbound/outbound.ts';
import { explainFailure } from '../client/explain-failure.ts';

const refused = (cause: unknown, message?: string): AppError =>
  new AppError('mcps.grant_refused', undefined, { cause, ...(message === undefined ? {} : { message }) });

const again = 'Please choose Connect again; if that does not help, ask its operator.';

/** True when the server of authorizations itself says that a code or a token is not taken. */
export const isRefusal = (cause: unknown): boolean =>
  cause instanceof OAuthError && cause.code !== OAuthErrorCode.ServerError;

/** Explains why an authorization failed; undefined when the cause alone does not tell. */
export const explainRefusal = (cause: unknown): AppError | undefined => {
  if (cause instanceof AppError) return cause;
  if (cause instanceof OutboundError)
    return new AppError('mcps.unreachable', undefined, { cause, message: cause.message });
  if (cause instanceof IssuerMismatchError || cause instanceof AuthorizationServerMismatchError)
    return refused(cause, `The answer came from another server than the one that was asked. ${again}`);
  if (cause instanceof InsecureTokenEndpointError)
    return refused(
      cause,
      'The server would have its tokens sent without encryption. Please ask its operator.',
    );
  if (isRefusal(cause)) return refused(cause);
  const failure = explainFailure(cause);
  return failure && new AppError('mcps.unreachable', undefined, { cause, message: failure.message });
};
