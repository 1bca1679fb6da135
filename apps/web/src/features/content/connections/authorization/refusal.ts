/**
 * Messages for the standard error codes of a service (RFC 6749, 4.1.2.1). Text from the address is never shown, because anybody
 * can craft a link.
 */
const messages: Record<string, string> = {
  access_denied: 'You did not allow it, or are not permitted to. Nothing was connected.',
  invalid_scope: 'The service does not know the requested scopes. Please ask your operator to check them.',
  temporarily_unavailable: 'The service is busy at the moment. Please connect again in a minute.',
  server_error: 'The service had a failure of its own. Please connect again in a minute.',
};

interface Returned {
  error: string;
  code: string;
  state: string;
}

/** Returns why the browser came back without a usable code; undefined when there is one. */
export const refusalIn = ({ error, code, state }: Returned): string | undefined => {
  if (state === '')
    return 'This address does not belong to an authorization that was begun here. Please begin it from the form.';
  if (error !== '') return messages[error] ?? 'The service refused the authorization. Please connect again.';
  return code === '' ? 'The service sent no answer. Please connect again.' : undefined;
};
