import { ApiError } from '../server/api-error.ts';

/**
 * Messages for the standard error codes of a provider (RFC 6749, OpenID Connect Core). The provider's own text is not shown.
 */
const messages: Record<string, string> = {
  access_denied: 'You cancelled the sign-in, or were not allowed to use it. Nobody was signed in.',
  login_required: 'The sign-in service wants you to sign in there first. Please start again.',
  temporarily_unavailable:
    'The sign-in service is busy at the moment. Please start again in a minute, or sign in another way.',
  server_error:
    'The sign-in service had a failure of its own. Please start again in a minute, or sign in another way.',
};

/**
 * Returns why the provider sent the browser back without a code; undefined when there is one. Text from the address is never
 * shown, because anybody can craft a link.
 */
export const refusalIn = (query: { error: string; code: string; state: string }): ApiError | undefined => {
  if (query.error !== '') {
    const message =
      messages[query.error] ??
      'The sign-in service refused the sign-in. Please start again, or ask your operator.';
    return new ApiError({ code: 'openid.refused', message, status: 403 });
  }
  if (query.code !== '' && query.state !== '') return undefined;
  const message = 'This address is not complete. Please start the sign-in again.';
  return new ApiError({ code: 'openid.incomplete', message, status: 400 });
};
