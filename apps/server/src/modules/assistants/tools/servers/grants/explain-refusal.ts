import {
  AuthorizationServerMismatchError,
  InsecureTokenEndpointError,
  IssuerMismatchError,
  OAuthError,
  OAuthErrorCode,
} from '@modelcontextprotocol/client';
import { AppError } from '../../../../../kernel/base/errors.ts';
import { addressOfUrl, neverCalled, OutboundError } from '../../../../../kernel/outbound/outbound.ts';
import { explainFailure } from '../client/explain-failure.ts';

const refused = (cause: unknown, message?: string): AppError =>
  new AppError('mcps.grant_refused', undefined, { cause, ...(message === undefined ? {} : { message }) });

const again = 'Please choose Connect again; if that does not help, ask its operator.';

/** True when the server of authorizations itself says that a code or a token is not taken. */
export const isRefusal = (cause: unknown): boolean =>
  cause instanceof OAuthError && cause.code !== OAuthErrorCode.ServerError;

/** The failure of a call: of the address itself only where that is refused, and not one that a server named. */
const toFailure = (cause: unknown, entered: string | undefined, message: string): AppError => {
  const refused = neverCalled(cause)?.notAllowed;
  const isEntered = entered !== undefined && refused === addressOfUrl(entered);
  return new AppError(isEntered ? 'mcps.address_invalid' : 'mcps.unreachable', undefined, { cause, message });
};

/**
 * Explains why an authorization failed; undefined when the cause alone does not tell. `entered` is the address that somebody entered: all
 * others were named by servers.
 */
export const explainRefusal = (cause: unknown, entered?: string): AppError | undefined => {
  if (cause instanceof AppError) return cause;
  if (cause instanceof OutboundError) return toFailure(cause, entered, cause.message);
  if (cause instanceof IssuerMismatchError || cause instanceof AuthorizationServerMismatchError)
    return refused(cause, `The answer came from another server than the one that was asked. ${again}`);
  if (cause instanceof InsecureTokenEndpointError)
    return refused(
      cause,
      'The server would have its tokens sent without encryption. Please ask its operator.',
    );
  if (isRefusal(cause)) return refused(cause);
  const failure = explainFailure(cause);
  return failure && toFailure(cause, entered, failure.message);
};
