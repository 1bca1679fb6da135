import type { Document } from 'bson';
import { toConnectorFailure } from '../../api/answer.ts';
import { ConnectorError } from '../../connector.ts';
import { wayFailure } from '../tls.ts';

const code = { unauthorized: 13, authenticationFailed: 18, timeout: 50, noNamespace: 26, cursorGone: 43 };
/** The error codes of a member that steps down, shuts down or takes part in an election. */
const temporary = new Set([6, 7, 89, 91, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436]);

export const mistrust = (): ConnectorError =>
  new ConnectorError(
    'sources.refused',
    'The server could not show that it knows the password. Please check host and user.',
  );

/** Converts a refusal by the server to an error that says what to do. */
export const toRefusalError = (answer: Document, host: string, cause: unknown): ConnectorError => {
  const said = String(answer['errmsg'] ?? 'no reason given').slice(0, 500);
  const number = Number(answer['code']);
  if (number === code.authenticationFailed)
    return new ConnectorError(
      'sources.refused',
      `${host} refused the sign-in (${said}). Please check user name, password and the database of the user.`,
      { cause },
    );
  if (number === code.unauthorized)
    return new ConnectorError(
      'sources.refused',
      `The user may not read this (${said}). Please let an administrator grant the role “read” on the database.`,
      { cause },
    );
  if (number === code.timeout)
    return new ConnectorError(
      'sources.unreachable',
      `${host} took too long to answer. Please read less at once, or add an index to the collection.`,
      { cause },
    );
  if (number === code.noNamespace)
    return new ConnectorError(
      'sources.not_found',
      `There is no such collection (${said}). Please choose another.`,
      { cause },
    );
  if (temporary.has(number) || number === code.cursorGone)
    return new ConnectorError(
      'sources.unreachable',
      `${host} is not available (${said}). Please try again later.`,
      {
        retryable: true,
        cause,
      },
    );
  return new ConnectorError(
    'sources.invalid_settings',
    `${host} does not understand the filter: ${said}. Please correct it.`,
    { cause },
  );
};

/** Converts a failure of the connection to an error that says what to do. */
export const mongoFailure = (error: unknown, host: string): unknown => {
  const own = toConnectorFailure(error, host);
  return own instanceof ConnectorError ? own : (wayFailure(error, host) ?? own);
};
