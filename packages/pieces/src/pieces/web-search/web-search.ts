import type { JsonValue } from '@atelier/contracts/fields/field-values';
import type { FieldValues } from '@atelier/contracts/fields/fields';
import { parseForeignJson } from '@atelier/contracts/kernel/parse-json';
import { networkFailure } from '../../network-failure.ts';
import { type ActionCall, type Piece, type PieceConnection, PieceError } from '../../piece.ts';
import { readNumberField, readTextField } from '../../values.ts';
import { readResults, searchRequest } from './providers.ts';

const readAnswer = (text: string): JsonValue => (parseForeignJson(text) as JsonValue | undefined) ?? null;

const refusal = (status: number, host: string): PieceError =>
  new PieceError(
    'pieces.refused',
    status === 401 || status === 403
      ? `${host} refused the search (status ${status}). Please check the key of the connection; SearXNG also needs “json” in its list of formats.`
      : `${host} answered with status ${status}.`,
    { retryable: status === 429 || status >= 500 },
  );

const search = async (
  { io, signal }: Pick<ActionCall, 'io' | 'signal'>,
  connection: FieldValues,
  order: { query: string; count: number },
): Promise<JsonValue> => {
  const { url, init } = searchRequest(connection, order);
  try {
    const limits = { redirect: 'error', maxBytes: 4 * 1024 * 1024, timeoutMs: 30_000, signal } as const;
    const response = await io.fetch(url, { ...init, ...limits });
    const text = await response.text();
    if (!response.ok) throw refusal(response.status, url.host);
    const results = readResults(connection, readAnswer(text), order.count);
    return { query: order.query, results: results.map((each) => ({ ...each })) };
  } catch (error) {
    signal.throwIfAborted();
    throw networkFailure(error, url.host) ?? error;
  }
};

const connection: PieceConnection = {
  service: 'WEB',
  kind: 'WEB_SEARCH',
  title: 'Web search',
  description: 'A search engine with which agents and flows search the web.',
  isRequired: true,
  help: [
    'Choose the provider. **Brave** and **Tavily** give you a key after you sign up for their API.',
    '**SearXNG** is a search engine that you run yourself: enter its address, and allow `json` in `search.formats` of its settings.',
  ],
  addressFields: ['provider', 'site'],
  fields: [
    {
      name: 'provider',
      label: 'Provider',
      type: 'STATIC_DROPDOWN',
      required: true,
      default: 'BRAVE',
      options: [
        { value: 'BRAVE', label: 'Brave Search' },
        { value: 'TAVILY', label: 'Tavily' },
        { value: 'SEARXNG', label: 'SearXNG' },
      ],
    },
    {
      name: 'site',
      label: 'Address',
      type: 'SHORT_TEXT',
      max: 500,
      placeholder: 'https://searx.example.com',
      description: 'The address of your SearXNG. Leave this empty for the other providers.',
    },
    { name: 'apiKey', label: 'Key', type: 'SECRET_TEXT', description: 'SearXNG needs none.' },
  ],
  test: async (io, values, signal) => {
    const call = { io, signal };
    const found = (await search(call, values, { query: 'weather', count: 3 })) as { results: unknown[] };
    return `The search engine answers: ${found.results.length} results for “weather”.`;
  },
};

export const webSearch: Piece = {
  name: 'web-search',
  version: '1.0.0',
  displayName: 'Web search',
  description: 'Searches the web with Brave, Tavily or a SearXNG of your own.',
  category: 'DATA',
  icon: 'world-search',
  connection,
  triggers: [],
  actions: [
    {
      kind: 'outward',
      // It only reads.
      repeat: 'with-key',
      name: 'search_web',
      displayName: 'Search the web',
      description: 'Returns titles, addresses and excerpts of the pages that fit best.',
      fields: [
        {
          name: 'query',
          label: 'Search for',
          type: 'SHORT_TEXT',
          required: true,
          max: 400,
          placeholder: 'opening hours city library',
        },
        { name: 'count', label: 'Most results', type: 'NUMBER', min: 1, max: 20, default: 8 },
      ],
      sample: {
        query: 'opening hours city library',
        results: [{ title: 'City library', url: 'https://library.example.com', text: 'Open from 9 to 18.' }],
      },
      run: (call) =>
        search(call, call.connection ?? {}, {
          query: readTextField(call.input, 'query').trim(),
          count: readNumberField(call.input, 'count') ?? 8,
        }),
    },
  ],
};
