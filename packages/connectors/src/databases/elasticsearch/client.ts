import type { FieldValues } from '@atelier/contracts/fields/fields';
import { z } from 'zod';
import { answerLimits, toConnectorFailure } from '../../api/answer.ts';
import { lookup, readJson } from '../../api/lookup.ts';
import { ConnectorError, type ConnectorErrorCode, type ConnectorIo } from '../../connector.ts';
import { parseValues, refuse } from '../entry.ts';

const Login = z.object({
  url: z.string().trim(),
  auth: z.enum(['API_KEY', 'BASIC', 'NONE']).default('API_KEY'),
  apiKey: z.string().default(''),
  user: z.string().default(''),
  password: z.string().default(''),
});
type Login = z.output<typeof Login>;

/** The server refused a request; `status` is that of its reply. */
export class ElasticRefusal extends ConnectorError {
  readonly status: number;

  constructor(status: number, code: ConnectorErrorCode, message: string) {
    super(code, message, { retryable: status === 429 || status >= 500 });
    this.status = status;
  }
}

export interface ElasticClient {
  host: string;
  /** Sends a request. Each part of the path is a name and is encoded. Throws ConnectorError. */
  ask(
    method: 'GET' | 'POST' | 'DELETE',
    path: readonly string[],
    body?: object,
    query?: string,
  ): Promise<unknown>;
}

const parseBaseUrl = ({ url }: Login): URL => {
  const base = URL.canParse(url) ? new URL(url) : undefined;
  if (base?.protocol !== 'https:' && base?.protocol !== 'http:')
    return refuse('Please enter an address that begins with https:// or http://.');
  if (base.username !== '' || base.password !== '')
    return refuse('User name and password have fields of their own. Please take them out of the address.');
  return base;
};

const buildAuthorization = ({ auth, apiKey, user, password }: Login): Record<string, string> => {
  if (auth === 'NONE') return {};
  const basic = Buffer.from(`${user}:${password}`).toString('base64');
  return { authorization: auth === 'BASIC' ? `Basic ${basic}` : `ApiKey ${apiKey}` };
};

/** Returns the server's description of the error, with its position if there is one. */
const reasonIn = (answer: unknown): string => {
  const root = lookup(answer, 'error.root_cause[0]') ?? lookup(answer, 'error');
  const reason = typeof root === 'string' ? root : lookup(root, 'reason');
  const [line, column] = [lookup(root, 'line'), lookup(root, 'col')];
  const place = typeof line === 'number' ? ` at line ${line}, column ${String(column)}` : '';
  return `${typeof reason === 'string' ? reason.slice(0, 500) : 'no reason given'}${place}`;
};

const toElasticRefusal = (status: number, host: string, answer: unknown): ElasticRefusal => {
  const said = reasonIn(answer);
  if (status === 401)
    return new ElasticRefusal(
      status,
      'sources.refused',
      `${host} refused the sign-in. Please check the API key, or user name and password.`,
    );
  if (status === 403)
    return new ElasticRefusal(
      status,
      'sources.refused',
      `${host} does not allow this (${said}). Please let an administrator grant “read” and “view_index_metadata” for the index.`,
    );
  if (status === 404)
    return new ElasticRefusal(
      status,
      'sources.not_found',
      `${host} has no such index (${said}). Please choose another one.`,
    );
  if (status === 429 || status >= 500)
    return new ElasticRefusal(
      status,
      'sources.unreachable',
      `${host} is busy or has a problem of its own (${status}). Please try again later.`,
    );
  return new ElasticRefusal(
    status,
    'sources.invalid_settings',
    `${host} does not understand the query: ${said}. Please correct it.`,
  );
};

/** A client for the HTTP interface of Elasticsearch and OpenSearch. @throws ConnectorError `sources.invalid_settings` */
export const openElastic = (io: ConnectorIo, connection: FieldValues): ElasticClient => {
  const login = parseValues(Login, connection);
  const base = parseBaseUrl(login);
  const headers = {
    ...buildAuthorization(login),
    accept: 'application/json',
    'content-type': 'application/json',
  };
  const ask: ElasticClient['ask'] = async (method, path, body, query = '') => {
    const root = base.pathname.replace(/(?<!\/)\/+$/, '');
    const url = new URL(`${root}/${path.map(encodeURIComponent).join('/')}${query}`, base);
    try {
      const sent = body === undefined ? {} : { body: JSON.stringify(body) };
      const response = await io.fetch(url, { method, headers, ...sent, ...answerLimits, signal: io.signal });
      const answer = readJson(await response.text());
      if (!response.ok) throw toElasticRefusal(response.status, base.host, answer);
      if (answer !== undefined) return answer;
      throw new ConnectorError(
        'sources.unexpected_answer',
        `${base.host} did not answer with JSON. Please check that it is the address of Elasticsearch or OpenSearch.`,
      );
    } catch (error) {
      io.signal.throwIfAborted();
      throw toConnectorFailure(error, base.host);
    }
  };
  return { host: base.host, ask };
};
