import { toConnectorFailure } from '../../api/answer.ts';
import { ConnectorError, type ConnectorErrorCode } from '../../connector.ts';
import { readErrorCode, wayFailure } from '../tls.ts';

/** The circumstances of a failure, for its message. */
export interface SqlContext {
  title: string;
  host: string;
  /** The user's query, and the number of characters before it in the statement. */
  query?: { text: string; offset: number };
}

const said = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const describePosition = (error: unknown, { query }: SqlContext): string => {
  const position = error instanceof Error && 'position' in error ? Number(error.position) : Number.NaN;
  if (!query || !Number.isInteger(position)) return '';
  const before = Array.from(query.text).slice(0, position - 1 - query.offset);
  if (position <= query.offset || before.length > query.text.length) return '';
  const lines = before.join('').split('\n');
  return ` at line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`;
};

type Known = [code: ConnectorErrorCode, message: (error: unknown, place: SqlContext) => string, retry?: true];

const refusedLogin: Known = [
  'sources.refused',
  (error, { title }) =>
    `${title} refused the sign-in (${said(error)}). Please check user name, password and encryption in the connection.`,
];
const broken: Known = [
  'sources.unreachable',
  (error, { title }) => `${title} is not available at the moment (${said(error)}). Please try again later.`,
  true,
];
const onlyReading: Known = [
  'sources.invalid_settings',
  (error) => `Only reading is allowed: ${said(error)}. Please enter a query that changes nothing.`,
];
const wrongQuery: Known = [
  'sources.invalid_settings',
  (error, place) =>
    `${place.title} does not understand the query${describePosition(error, place)}: ${said(error)}. Please correct it.`,
];

const wrongSyntax: Known = [
  'sources.invalid_settings',
  (error, place) => `${wrongQuery[1](error, place)} It must be one SELECT and nothing else.`,
];

/** Messages by SQLSTATE, and for all other codes by their class. */
const known: Record<string, Known> = {
  '28': refusedLogin,
  '3D000': [
    'sources.not_found',
    (error, { title }) => `${title} has no such database (${said(error)}). Please check its name.`,
  ],
  '42P01': [
    'sources.not_found',
    (error) => `There is no such table: ${said(error)}. Please choose another one.`,
  ],
  '42501': [
    'sources.refused',
    (error) =>
      `The user may not read this: ${said(error)}. Please let an administrator grant SELECT to the user.`,
  ],
  '42601': wrongSyntax,
  '42702': [
    'sources.invalid_settings',
    (error) => `Two columns have the same name: ${said(error)}. Please name one with AS in the query.`,
  ],
  '25006': onlyReading,
  '25001': onlyReading,
  '57014': [
    'sources.unreachable',
    (_error, { title }) =>
      `${title} took too long to answer. Please read less at once, or add an index to the table.`,
  ],
  '08P01': [
    'sources.invalid_settings',
    (error) => `Query and parameters do not fit together: ${said(error)}. Please give one for each $1, $2 …`,
  ],
  '08': broken,
  '25P03': broken,
  '53': broken,
  '57': broken,
  '0A': wrongQuery,
  '22': wrongQuery,
  '42': wrongQuery,
};

/** Errors of the driver that have no code, by their message. */
const byMessage: readonly [RegExp, Known][] = [
  [
    /does not support SSL/i,
    [
      'sources.refused',
      (_error, { host }) =>
        `${host} does not encrypt. Please switch encryption on there, or choose “Not encrypted” in the connection.`,
    ],
  ],
  [/SASL|password/i, refusedLogin],
  [/terminated|timeout|ended|closed/i, broken],
];

/** Converts an error of the database or the network to one that says what to do. */
export const sqlFailure = (error: unknown, place: SqlContext): unknown => {
  const own = toConnectorFailure(error, place.host);
  if (own instanceof ConnectorError || !(error instanceof Error)) return own;
  const way = wayFailure(error, place.host);
  if (way) return way;
  const code = readErrorCode(error);
  const found =
    known[code] ?? known[code.slice(0, 2)] ?? byMessage.find(([words]) => words.test(error.message))?.[1];
  if (!found && !/^[0-9A-Z]{5}$/.test(code)) return error;
  const [failure, message, retry] = found ?? [
    'sources.unexpected_answer' as const,
    () => `${place.title} did not do what was asked: ${said(error)}. Please check query and rights.`,
  ];
  return new ConnectorError(failure, message(error, place), { retryable: retry ?? false, cause: error });
};
