import { isObject } from '@atelier/contracts/fields/field-values';
import { Button } from '@mantine/core';
import { IconPlugConnected } from '@tabler/icons-react';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { StatusBadge } from '../../../../ui/feedback/status-badge.tsx';
import { readAuthorizationUrl, useAuthorizationProviders } from '../authorization-api.ts';
import { AuthorizationWait } from '../authorization-wait.tsx';
import { asText, type FieldProps } from '../field-props.ts';
import classes from '../fields.module.css';
import { useSurroundings } from '../surroundings.ts';
import { useAuthorizationWindow } from '../use-authorization-window.ts';
import { Framed } from './group-field.tsx';

interface ConnectProps extends FieldProps {
  provider: string;
  name: string;
}

const Connect = ({ field, path, value, onChange, provider, name }: ConnectProps) => {
  const { secretsSet } = useSurroundings();
  const { start, isWaiting, failure, stop } = useAuthorizationWindow(
    () => readAuthorizationUrl(provider),
    ({ authorizationId, account }) => onChange({ authorizationId, account }),
  );
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
          <AuthorizationWait onStop={stop} />
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
