import { AuthorizationAddress, authorization } from '@atelier/contracts/content/connections/authorization';
import { isObject } from '@atelier/contracts/fields/field-values';
import { parseJson } from '@atelier/contracts/kernel/parse-json';
import { Button } from '@mantine/core';
import { IconPlugConnected } from '@tabler/icons-react';
import { useRead } from '../../../../lib/query.ts';
import { buildRequestPath, toRejection } from '../../../../lib/server/api.ts';
import { unwrap } from '../../../../lib/server/api-error.ts';
import { failureWithoutAnswer, send } from '../../../../lib/server/http.ts';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { StatusBadge } from '../../../../ui/feedback/status-badge.tsx';
import { AuthorizationWait } from '../authorization-wait.tsx';
import { asText, type FieldProps } from '../field-props.ts';
import classes from '../fields.module.css';
import { useSurroundings } from '../surroundings.ts';
import { useAuthorizationWindow } from '../use-authorization-window.ts';
import { Framed } from './group-field.tsx';

const { endpoints } = authorization;

const useAuthorizationProviders = () => useRead(endpoints.providers, {}, { staleTime: 60_000 });

/** Returns the address at which the user allows access. This call succeeds by `status` 200, not by the envelope (API-15). */
const readAuthorizationUrl = async (provider: string): Promise<AuthorizationAddress['responseData']> => {
  const endpoint = endpoints.authorizationUrl;
  const response = await send({
    method: endpoint.method,
    path: buildRequestPath(endpoint),
    body: { provider },
  });
  const text = await response.text();
  const judged = AuthorizationAddress.safeParse(parseJson(text));
  if (judged.success) return judged.data.responseData;
  const refused = unwrap(response.status, text, response.statusText);
  throw 'error' in refused ? toRejection(endpoint, refused.error) : failureWithoutAnswer(undefined);
};

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
      <div className="row-2">
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
