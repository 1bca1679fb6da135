import { mcps } from '@atelier/contracts/assistants/tools/mcps';
import { authorization } from '@atelier/contracts/content/connections/authorization';
import { Button, Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useSession } from '../../../../lib/account/session.ts';
import { call } from '../../../../lib/server/api.ts';
import { useUrlState } from '../../../../ui/behaviour/use-url-state.ts';
import { describeError } from '../../../../ui/feedback/describe-error.ts';
import { StatusBadge } from '../../../../ui/feedback/status-badge.tsx';
import { AuthLayout } from '../../../account/identity/index.ts';
import { type AuthorizationOutcome, tellOutcome } from '../../fields/index.ts';

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
const refusalIn = ({ error, code, state }: Returned): string | undefined => {
  if (state === '')
    return 'This address does not belong to an authorization that was begun here. Please begin it from the form.';
  if (error !== '') return messages[error] ?? 'The service refused the authorization. Please connect again.';
  return code === '' ? 'The service sent no answer. Please connect again.' : undefined;
};

const signedOut = 'You are signed out. Please sign in here, then connect again from the form.';

/** Accounts at MCP servers are connected here too; their states begin in this way. */
const ofServer = /^mcs_/;

const finish = async (returned: { code: string; state: string; iss: string }) => {
  const { iss, ...body } = returned;
  if (!ofServer.test(body.state)) {
    const { authorizationId, account } = await call(authorization.endpoints.finish, { body });
    return { authorizationId, account };
  }
  const more = iss === '' ? {} : { iss };
  const { mcpId } = await call(mcps.endpoints.finishConnecting, { body: { ...body, ...more } });
  return { authorizationId: mcpId, account: '' };
};

/** Sends the code through the query cache, because a code works only once. */
const useOutcome = (): AuthorizationOutcome | undefined => {
  const { user } = useSession();
  const [code] = useUrlState('code');
  const [state] = useUrlState('state');
  const [iss] = useUrlState('iss');
  const [error] = useUrlState('error');
  const refusal = refusalIn({ error, code, state }) ?? (user === null ? signedOut : undefined);
  const { data, error: failure } = useQuery({
    queryKey: ['connection-auth', state],
    queryFn: () => finish({ code, state, iss }),
    enabled: refusal === undefined,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
  if (data) return { kind: 'connected', state, ...data };
  const message = refusal ?? (failure ? describeError(failure).message : undefined);
  return message === undefined ? undefined : { kind: 'failed', state, message };
};

const Words = ({ outcome }: { outcome: AuthorizationOutcome }) =>
  outcome.kind === 'connected' ? (
    <div role="status" className="stack-2 items-start">
      <StatusBadge tone="success">
        {outcome.account === '' ? 'Connected' : `Connected as ${outcome.account}`}
      </StatusBadge>
      <p className="below-2">
        The form has received the result. You can close this window and continue there.
      </p>
    </div>
  ) : (
    <div role="alert" className="stack-2 items-start">
      <StatusBadge tone="danger">Not connected</StatusBadge>
      <p className="below-2">{outcome.message}</p>
    </div>
  );

/** Closes this window. Browsers only let a page close a window that a page has opened. */
const CloseWindow = () => {
  const [isKept, setKept] = useState(false);
  const close = () => {
    window.close();
    setKept(true);
  };
  if (isKept)
    return <p className="below-2">Your browser keeps this window open. Please close it yourself.</p>;
  return (
    <Button size="md" fullWidth onClick={close}>
      Close this window
    </Button>
  );
};

/**
 * `/connection-auth`: the address that a service sends the browser back to after the user allowed or refused a connection
 * (ROUTE-21).
 */
export const ConnectionAuthScreen = () => {
  const outcome = useOutcome();
  const navigate = useNavigate();
  const isServer = outcome !== undefined && ofServer.test(outcome.state);
  const told = outcome && JSON.stringify(outcome);

  // The form that began the authorization is in another window.
  useEffect(() => {
    if (told === undefined) return;
    const parsed = JSON.parse(told) as AuthorizationOutcome;
    if (parsed.state !== '') tellOutcome(parsed);
    if (parsed.kind === 'connected') window.close();
  }, [told]);

  return (
    <AuthLayout title="Connection" description="The service has sent you back.">
      {outcome ? (
        <>
          <Words outcome={outcome} />
          <div className="stack-2 above-4">
            <CloseWindow />
            <Button
              size="md"
              fullWidth
              variant="default"
              onClick={() => void navigate({ to: isServer ? '/tools?part=servers' : '/connections' })}
            >
              {isServer ? 'Go to the MCP servers' : 'Go to the connections'}
            </Button>
          </div>
        </>
      ) : (
        <div className="line-2 large" role="status">
          <Loader size="sm" /> Finishing the authorization…
        </div>
      )}
    </AuthLayout>
  );
};
