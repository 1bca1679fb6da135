import { isObject } from '@atelier/contracts/fields/field-values';
import { Button, Loader } from '@mantine/core';
import { IconPlugConnected } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { describeError } from '../../../../ui/feedback/describe-error.ts';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { StatusBadge } from '../../../../ui/feedback/status-badge.tsx';
import { readAuthorizationUrl, useAuthorizationProviders } from '../authorization-api.ts';
import { type AuthorizationOutcome, onOutcome } from '../authorization-channel.ts';
import { asText, type FieldProps } from '../field-props.ts';
import classes from '../fields.module.css';
import { useSurroundings } from '../surroundings.ts';
import { Framed } from './group-field.tsx';

const windowShape = 'popup,width=560,height=720';

/**
 * Opens the window at once, because browsers only allow that during the click, and moves it to the service once the address is
 * known.
 */
const useConnecting = (provider: string, onChange: FieldProps['onChange']) => {
  const [state, setState] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const start = useMutation({
    mutationFn: async () => {
      const popup = window.open('about:blank', '_blank', windowShape);
      if (!popup) throw new Error('no window');
      try {
        const address = await readAuthorizationUrl(provider);
        popup.location.href = address.authorizationUrl;
        return address.state;
      } catch (error) {
        popup.close();
        throw error;
      }
    },
    onMutate: () => setFailure(undefined),
    onSuccess: setState,
    onError: (error) =>
      setFailure(
        error.message === 'no window'
          ? 'Your browser did not open the window. Please allow pop-up windows for this site, then try again.'
          : describeError(error).message,
      ),
  });
  const take = useEffectEvent((outcome: AuthorizationOutcome) => {
    setState(undefined);
    if (outcome.kind === 'failed') setFailure(outcome.message);
    else onChange({ authorizationId: outcome.authorizationId, account: outcome.account });
  });
  // The other window is outside React.
  useEffect(() => (state === undefined ? undefined : onOutcome(state, (outcome) => take(outcome))), [state]);
  return {
    start: () => start.mutate(),
    isWaiting: start.isPending || state !== undefined,
    failure,
    stop: () => setState(undefined),
  };
};

interface ConnectProps extends FieldProps {
  provider: string;
  name: string;
}

const Connect = ({ field, path, value, onChange, provider, name }: ConnectProps) => {
  const { secretsSet } = useSurroundings();
  const { start, isWaiting, failure, stop } = useConnecting(provider, onChange);
  const authorization = isObject(value) ? value : {};
  const isConnected =
    asText(authorization['authorizationId']) !== '' || secretsSet.includes(`${path}.authorizationId`);
  const account = asText(authorization['account']);
  return (
    <>
      <div className={classes.connect}>
        {isConnected ? (
          <StatusBadge tone="success">{account === '' ? 'Connected' : `Connected as ${account}`}</StatusBadge>
        ) : null}
        {isWaiting ? (
          <>
            <span role="status" className={classes.waiting}>
              <Loader size="xs" /> Waiting for you to allow it in the other window…
            </span>
            <Button size="xs" variant="default" onClick={stop}>
              Stop waiting
            </Button>
          </>
        ) : (
          <Button
            variant={isConnected ? 'default' : 'filled'}
            leftSection={<IconPlugConnected size={16} />}
            aria-label={`${isConnected ? 'Connect again' : 'Connect'} ${field.label}`}
            onClick={start}
          >
            {isConnected ? 'Connect again' : `Connect ${name}`}
          </Button>
        )}
      </div>
      {failure === undefined ? null : (
        <p className={classes.error} role="alert">
          {failure}
        </p>
      )}
    </>
  );
};

/** OAUTH2: the user allows access at the service, which `service` names. */
export const OauthField = (props: FieldProps) => {
  const { field, path } = props;
  const query = useAuthorizationProviders();
  return (
    <Framed field={field} path={path}>
      <QueryView query={query} skeleton={<p className={classes.note}>Loading…</p>}>
        {({ providers }) => {
          const known = providers.find(({ provider }) => provider === field.service);
          if (known) return <Connect {...props} provider={known.provider} name={known.name} />;
          return (
            <p className={classes.note}>
              {field.service ?? 'This service'} is not set up here, so nothing can be connected yet. Ask your
              operator to add it to OAUTH_PROVIDERS.
            </p>
          );
        }}
      </QueryView>
    </Framed>
  );
};
