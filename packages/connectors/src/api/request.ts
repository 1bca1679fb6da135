import type { Field } from '@atelier/contracts/fields/fields';
import { z } from 'zod';
import { ConnectorError, type ConnectorInput } from '../connector.ts';

/** The most query parameters, and the most headers including that of the connection (CONNECTOR-40, CONNECTOR-41). */
export const mostEntries = 3;

const entry = (what: string): readonly Field[] => [
  { name: 'name', label: `Name of the ${what}`, type: 'SHORT_TEXT', required: true, max: 100 },
  { name: 'value', label: 'Value', type: 'SHORT_TEXT', max: 2000 },
];

export const addressField: Field = {
  name: 'url',
  label: 'Address',
  type: 'SHORT_TEXT',
  required: true,
  max: 2000,
  placeholder: 'https://api.example.com/articles',
};

export const requestFields: readonly Field[] = [
  {
    name: 'queryParameters',
    label: 'Query parameters',
    type: 'ARRAY',
    max: mostEntries,
    description: 'At most 3. They are added to the address.',
    fields: [...entry('parameter')],
  },
  {
    name: 'headers',
    label: 'Headers',
    type: 'ARRAY',
    max: mostEntries,
    description: 'At most 3, together with the header of the connection. Secrets belong into a connection.',
    fields: [...entry('header')],
  },
];

export const recordFields: readonly Field[] = [
  {
    name: 'listPath',
    label: 'Where the list of records is',
    type: 'SHORT_TEXT',
    max: 500,
    placeholder: 'data.items',
    description: 'Names joined by dots. Leave it empty when the answer is the list itself, or one record.',
  },
  {
    name: 'idField',
    label: 'Field with the id',
    type: 'SHORT_TEXT',
    max: 500,
    placeholder: 'id',
    description:
      'The field that identifies a record, so that a changed record replaces its document. Without it, a changed record becomes a new document.',
  },
  { name: 'titleField', label: 'Field with the title', type: 'SHORT_TEXT', max: 500, placeholder: 'title' },
  {
    name: 'template',
    label: 'Text of a document',
    type: 'LONG_TEXT',
    max: 20_000,
    placeholder: '# {{title}}\n\n{{body}}',
    description:
      'Markdown, with {{field}} where a field of the record belongs. Empty: every field under its name.',
  },
];

/** The fields of a secret for one site, which is not sent to any other. */
export const secretFields: readonly Field[] = [
  {
    name: 'site',
    label: 'Site',
    type: 'SHORT_TEXT',
    required: true,
    max: 500,
    placeholder: 'https://api.example.com',
    description: 'The secret is sent to addresses of this site only.',
  },
  {
    name: 'headerName',
    label: 'Name of the header',
    type: 'SHORT_TEXT',
    required: true,
    default: 'Authorization',
    max: 100,
  },
  {
    name: 'headerValue',
    label: 'Secret value of the header',
    type: 'SECRET_TEXT',
    required: true,
    placeholder: 'Bearer …',
  },
];

const pair = z.object({ name: z.string(), value: z.string().default('') });

export const RequestSettings = z.object({
  url: z.string().default(''),
  queryParameters: z.array(pair).default([]),
  headers: z.array(pair).default([]),
});
export type RequestSettings = z.output<typeof RequestSettings>;

const Secret = z.object({ site: z.string(), headerName: z.string(), headerValue: z.string() });

const refuse = (message: string): never => {
  throw new ConnectorError('sources.invalid_settings', message);
};

/** Parses the settings of a form that its fields have validated already. Throws ConnectorError `sources.invalid_settings`. */
export const parseSettings = <T extends z.ZodType>(schema: T, settings: unknown): z.output<T> => {
  const parsed = schema.safeParse(settings);
  return parsed.success
    ? parsed.data
    : refuse('Some settings of this source are not valid. Please open it and save it again.');
};

/** Parses a web address. Throws ConnectorError `sources.invalid_settings`. */
export const parseAddress = (address: string): URL => {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    return refuse('Please enter an address that begins with https:// or http://.');
  if (url.username !== '' || url.password !== '')
    return refuse('Please take the user name and password out of the address and use a connection.');
  return url;
};

const token = /^[!#$%&'*+.^_`|~\w-]+$/;
/** Names of headers that carry secrets. The settings of a source are visible to everybody who sees it, so they are refused. */
const secretNames =
  /^(authorization|proxy-authorization|cookie|x-api-key|api-key|apikey|x-auth-token|x-access-token)$/i;
/** Names of headers that the HTTP client sets itself. */
const ownNames = /^(host|content-length|transfer-encoding|connection|upgrade|expect|te|trailer)$/i;

const checkName = (name: string, isSecret: boolean): void => {
  if (!token.test(name)) refuse(`“${name}” is not the name of a header. Please use letters, digits and -.`);
  if (ownNames.test(name)) refuse(`The header “${name}” is set by itself. Please remove it.`);
  if (!isSecret && secretNames.test(name))
    refuse(`The header “${name}” carries a secret. Please make a connection for it and choose it here.`);
};

const checkValue = ({ name, value }: { name: string; value: string }): void => {
  if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value))
    refuse(`The value of the header “${name}” holds characters that a header cannot carry.`);
};

const parseSecret = (connection: ConnectorInput['connection']): z.output<typeof Secret> | undefined =>
  Object.keys(connection).length === 0 ? undefined : parseSettings(Secret, connection);

/** Returns the site that a connection is for. Throws ConnectorError `sources.invalid_settings`. */
export const parseSite = (connection: ConnectorInput['connection']): URL =>
  parseAddress(parseSettings(Secret, connection).site);

/** Returns the headers of a request to `url`. Throws ConnectorError when there are too many, or one is not allowed. */
export const buildHeaders = (
  url: URL,
  settings: RequestSettings,
  { connection }: ConnectorInput,
): Headers => {
  const headers = new Headers();
  const secret = parseSecret(connection);
  if (settings.headers.length + (secret ? 1 : 0) > mostEntries)
    refuse('A request has at most 3 headers, together with the one of the connection. Please remove one.');
  for (const each of settings.headers) {
    checkName(each.name, false);
    checkValue(each);
    headers.set(each.name, each.value);
  }
  if (!secret) return headers;
  if (parseAddress(secret.site).origin !== url.origin)
    refuse(
      `The connection is for ${secret.site}. Please choose an address of that site, or another connection.`,
    );
  checkName(secret.headerName, true);
  checkValue({ name: secret.headerName, value: secret.headerValue });
  headers.set(secret.headerName, secret.headerValue);
  return headers;
};

/** Returns the address with its query parameters. Throws ConnectorError when there are too many. */
export const buildRequestUrl = (settings: RequestSettings): URL => {
  const url = parseAddress(settings.url);
  if (settings.queryParameters.length > mostEntries)
    refuse('A request has at most 3 query parameters. Please remove one.');
  for (const { name, value } of settings.queryParameters) url.searchParams.set(name, value);
  return url;
};
