import type { FieldValues } from '@atelier/contracts/fields/fields';
import { readHeaders } from '../../headers.ts';
import { networkFailure } from '../../network-failure.ts';
import type { PieceConnection } from '../../piece.ts';
import { refuse } from '../../refuse.ts';
import { readObjectField, readTextField } from '../../values.ts';
import { addToQuery, leaveOut } from './add-to-query.ts';

const readOrigin = (connection: FieldValues): string => {
  const site = readTextField(connection, 'site').trim();
  return URL.canParse(site)
    ? new URL(site).origin
    : refuse('The site of the connection is not an address. Please correct the connection.');
};

/** The secrets of requests. They are sent to one site only, whatever address a flow asks for. */
export const httpConnection: PieceConnection = {
  service: 'WEB',
  kind: 'HTTP_AUTHENTICATION',
  title: 'Web API',
  description: 'The secret of an API that flows call. It is sent to one site only.',
  isRequired: false,
  help: [
    'Enter the **site** that gets the secret, such as `https://api.example.com`. It is sent nowhere else.',
    'Choose how the site wants it: a **bearer token**, a user name and a password (**Basic**), a **header**, a **query parameter**, or **two headers** with an id and a secret.',
  ],
  addressFields: ['site', 'way', 'name'],
  test: async (io, values, signal) => {
    const url = new URL(readOrigin(values));
    await io
      .fetch(url, { method: 'HEAD', redirect: 'manual', timeoutMs: 10_000, signal })
      .catch((error: unknown) => {
        throw networkFailure(error, url.host) ?? error;
      });
    return `${url.host} answers. The secret is sent to ${url.origin} only; a flow shows whether it is accepted.`;
  },
  fields: [
    {
      name: 'site',
      label: 'Site',
      type: 'SHORT_TEXT',
      required: true,
      max: 500,
      placeholder: 'https://api.example.com',
    },
    {
      name: 'way',
      label: 'Authentication',
      type: 'STATIC_DROPDOWN',
      required: true,
      default: 'BEARER',
      options: [
        { value: 'BEARER', label: 'Bearer token' },
        { value: 'BASIC', label: 'User name and password' },
        { value: 'HEADER', label: 'Header' },
        { value: 'QUERY', label: 'Query parameter' },
        { value: 'PAIR', label: 'Two headers' },
      ],
    },
    {
      name: 'name',
      label: 'Name of the header or parameter',
      type: 'SHORT_TEXT',
      required: true,
      max: 100,
      default: 'X-API-Key',
      shownWhen: { field: 'way', values: ['HEADER', 'QUERY'] },
    },
    {
      name: 'secret',
      label: 'Secret',
      type: 'SECRET_TEXT',
      required: true,
      shownWhen: { field: 'way', values: ['BEARER', 'HEADER', 'QUERY'] },
    },
    {
      name: 'login',
      label: 'User name and password',
      type: 'BASIC_AUTH',
      required: true,
      shownWhen: { field: 'way', values: ['BASIC'] },
    },
    {
      name: 'pair',
      label: 'Two headers',
      type: 'CUSTOM_AUTH',
      required: true,
      description: 'For APIs that want an id and a secret, each in a header of its own.',
      shownWhen: { field: 'way', values: ['PAIR'] },
      fields: [
        {
          name: 'idHeader',
          label: 'Header of the id',
          type: 'SHORT_TEXT',
          required: true,
          max: 100,
          default: 'X-Client-Id',
        },
        { name: 'id', label: 'Id', type: 'SHORT_TEXT', required: true, max: 1000 },
        {
          name: 'secretHeader',
          label: 'Header of the secret',
          type: 'SHORT_TEXT',
          required: true,
          max: 100,
          default: 'X-Client-Secret',
        },
        { name: 'secret', label: 'Secret', type: 'SECRET_TEXT', required: true },
      ],
    },
  ],
};

const buildAuthHeaders = (connection: FieldValues): Record<string, string> => {
  const secret = readTextField(connection, 'secret');
  const way = readTextField(connection, 'way');
  if (way === 'BEARER') return readHeaders({ authorization: `Bearer ${secret}` });
  if (way === 'HEADER') return readHeaders({ [readTextField(connection, 'name')]: secret });
  if (way === 'PAIR') {
    const pair = readObjectField(connection, 'pair');
    return readHeaders({
      [readTextField(pair, 'idHeader')]: readTextField(pair, 'id'),
      [readTextField(pair, 'secretHeader')]: readTextField(pair, 'secret'),
    });
  }
  const login = readObjectField(connection, 'login');
  const pair = Buffer.from(
    `${readTextField(login, 'username')}:${readTextField(login, 'password')}`,
  ).toString('base64');
  return { authorization: `Basic ${pair}` };
};

/** Adds the secret to the request: a header is returned, a query parameter is set. Throws PieceError `pieces.invalid_input`. */
export const signRequest = (url: URL, connection: FieldValues | undefined): Record<string, string> => {
  if (!connection) return {};
  const origin = readOrigin(connection);
  if (url.origin !== origin)
    return refuse(
      `The connection is for ${origin}, and its secret is sent nowhere else. Please choose another connection, or an address there.`,
    );
  if (readTextField(connection, 'way') !== 'QUERY') return buildAuthHeaders(connection);
  const name = readTextField(connection, 'name');
  leaveOut(url, name);
  addToQuery(url, [[name, readTextField(connection, 'secret')]]);
  return {};
};
