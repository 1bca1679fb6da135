/** What a service says by its standard words (RFC 6749, 4.1.2.1). Text of the address is never shown: anybody can write a link. */
const messages: Record<string, string> = {
  access_denied: 'You did not allow it, or are not permitted to. Nothing was connected.',
  invalid_scope:
    'The service does not know what was asked for. Please ask your operator to check the scopes.',
  temporarily_unavailable: 'The service is busy at the moment. Please connect again in a minute.',
  server_error: 'The service had a failure of its own. Please connect again in a minute.',
};

interface Returned {
  error: string;
  code: string;
  state: string;
}

/** Why the browser came back without a code that could be used; undefined when there is one. */
export const refusalIn = ({ error, code, state }: Returned): string | undefined => {
  if (state === '')
    return 'This address does not belong to an authorization that was begun here. Please begin it from the form.';
  if (error !== '') return messages[error] ?? 'The service refused the authorization. Please connect again.';
  return code === '' ? 'The service sent no answer along. Please connect again.' : undefined;
};
