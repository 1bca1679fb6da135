import type { Mcp, McpChoice, McpOffer, McpTool } from '@atelier/contracts/build/tools/mcp-shapes';
import { isObject, type JsonValue } from '@atelier/contracts/fields/field-values';
import type { Field, FieldValues } from '@atelier/contracts/fields/fields';

/** How a server is reached, as it is typed. */
export const connectFields = (storedHeaders: readonly string[]): Field[] => [
  {
    name: 'url',
    label: 'Address',
    type: 'SHORT_TEXT',
    required: true,
    max: 2000,
    placeholder: 'https://mcp.example.com/mcp',
    description: 'The address of the server for streamable HTTP, as its documentation names it.',
  },
  {
    name: 'headers',
    label: 'Headers',
    type: 'ARRAY',
    max: 20,
    description:
      storedHeaders.length > 0
        ? 'They are sent with each request. A value that is left empty stays as it is.'
        : 'They are sent with each request, for example Authorization with “Bearer” and a key. Their values stay on the server. Leave this empty when none are needed.',
    fields: [
      { name: 'name', label: 'Name of the header', type: 'SHORT_TEXT', required: true, max: 100 },
      {
        name: 'value',
        label: 'Value',
        type: 'SECRET_TEXT',
        max: 8000,
        ...(storedHeaders.length > 0 ? { placeholder: 'Unchanged' } : {}),
      },
    ],
  },
];

export const connectValues = (mcp: Mcp | undefined): FieldValues => ({
  url: mcp?.url ?? '',
  headers: (mcp?.headerNames ?? []).map((name) => ({ name, value: '' })),
});

const textOf = (value: JsonValue | undefined): string => (typeof value === 'string' ? value.trim() : '');

/** Returns how a server is reached, as it is sent. */
export const connectionOf = ({ url, headers }: FieldValues) => {
  const rows = Array.isArray(headers) ? headers.filter((each) => isObject(each)) : [];
  const named = rows.filter(({ name }) => textOf(name) !== '');
  return {
    url: textOf(url),
    headers: Object.fromEntries(named.map(({ name, value }) => [textOf(name), textOf(value)])),
  };
};

/** Tools that only read are called without asking; the others ask after text by others. */
export const usualChoice = ({ name, isReadOnly }: McpTool): McpChoice =>
  isReadOnly
    ? { name, effect: 'READS', approval: 'NEVER' }
    : { name, effect: 'WRITES', approval: 'AFTER_FOREIGN_TEXT' };

/** The choices to begin with: those that are stored, and for a new server all of its tools. */
export const firstChoices = (offer: McpOffer, stored: readonly McpChoice[] | null): McpChoice[] =>
  stored ? [...stored] : offer.tools.filter(({ problem }) => problem === null).map(usualChoice);

/** A name to begin with: the one that the server gives itself, else its site. */
export const firstName = ({ serverName }: McpOffer, url: string): string =>
  (serverName.trim() || (URL.parse(url)?.hostname ?? '')).slice(0, 100);
