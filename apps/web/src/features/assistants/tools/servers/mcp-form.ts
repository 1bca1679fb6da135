import type { Mcp, McpChoice, McpOffer, McpTool } from '@atelier/contracts/assistants/tools/mcp-shapes';
import { isObject, type JsonValue } from '@atelier/contracts/fields/field-values';
import type { Field, FieldValues } from '@atelier/contracts/fields/fields';

const addressField: Field = {
  name: 'url',
  label: 'Address',
  type: 'SHORT_TEXT',
  required: true,
  max: 2000,
  placeholder: 'https://mcp.example.com/mcp',
  description: 'The address of the server for streamable HTTP, as its documentation names it.',
};

const accessField: Field = {
  name: 'access',
  label: 'Access',
  type: 'STATIC_DROPDOWN',
  required: true,
  options: [
    { value: 'HEADERS', label: 'Open to everybody, or with headers' },
    { value: 'OAUTH', label: 'With an account (OAuth)' },
  ],
};

/** The fields of a server whose access is allowed with an account. */
const accountFields = ({ isNew, clientId }: { isNew: boolean; clientId: string | null }): Field[] => [
  ...(isNew
    ? [
        {
          name: 'name',
          label: 'Name',
          type: 'SHORT_TEXT' as const,
          required: true,
          max: 100,
          description: 'The names of its tools begin with it.',
        },
      ]
    : []),
  {
    name: 'sharing',
    label: 'Whose account',
    type: 'STATIC_DROPDOWN',
    required: true,
    description:
      'With accounts of members, an agent uses the account of the member for whom it works, and has none in apps and on a schedule.',
    options: [
      { value: 'COMPANY', label: 'One account for the company' },
      { value: 'PERSON', label: 'Each member connects their own' },
    ],
  },
  {
    name: 'clientId',
    label: 'Client id',
    type: 'SHORT_TEXT',
    max: 500,
    description:
      'Only where the operator of the server gave you one. Otherwise leave it empty: Atelier registers itself.',
  },
  {
    name: 'clientSecret',
    label: 'Client secret',
    type: 'SECRET_TEXT',
    max: 2000,
    ...(clientId === null ? {} : { placeholder: 'Unchanged' }),
  },
];

const headerFields = (storedHeaders: readonly string[]): Field[] => [
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

/** The fields of the connection to a server. */
export const connectFields = (mcp: Mcp | undefined, { access }: FieldValues): Field[] => [
  addressField,
  accessField,
  ...(access === 'OAUTH'
    ? accountFields({ isNew: mcp === undefined, clientId: mcp?.clientId ?? null })
    : headerFields(mcp?.headerNames ?? [])),
];

const nothing: Pick<Mcp, 'url' | 'authentication' | 'name' | 'sharing' | 'clientId' | 'headerNames'> = {
  url: '',
  authentication: 'NONE',
  name: '',
  sharing: 'COMPANY',
  clientId: null,
  headerNames: [],
};

export const connectValues = (mcp: Mcp | undefined): FieldValues => {
  const { url, authentication, name, sharing, clientId, headerNames } = { ...nothing, ...mcp };
  return {
    ...{ url, name, sharing, clientId: clientId ?? '', clientSecret: '' },
    access: authentication === 'OAUTH' ? 'OAUTH' : 'HEADERS',
    headers: headerNames.map((header) => ({ name: header, value: '' })),
  };
};

const readTrimmed = (value: JsonValue | undefined): string => (typeof value === 'string' ? value.trim() : '');

/** Returns how a server is reached, as it is sent. */
export const toMcpConnection = ({ url, access, headers, sharing, clientId, clientSecret }: FieldValues) => {
  if (access === 'OAUTH') {
    const id = readTrimmed(clientId);
    return {
      url: readTrimmed(url),
      authentication: 'OAUTH' as const,
      sharing: sharing === 'PERSON' ? ('PERSON' as const) : ('COMPANY' as const),
      client: id === '' ? null : { id, secret: readTrimmed(clientSecret) },
    };
  }
  const rows = Array.isArray(headers) ? headers.filter((each) => isObject(each)) : [];
  const named = rows.filter(({ name }) => readTrimmed(name) !== '');
  return {
    url: readTrimmed(url),
    authentication: named.length > 0 ? ('HEADERS' as const) : ('NONE' as const),
    headers: Object.fromEntries(named.map(({ name, value }) => [readTrimmed(name), readTrimmed(value)])),
  };
};

/** The name that was typed for a server with an account; else one from its site. */
export const typedName = ({ name, url }: FieldValues): string =>
  (readTrimmed(name) || (URL.parse(readTrimmed(url))?.hostname ?? '')).slice(0, 100);

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
