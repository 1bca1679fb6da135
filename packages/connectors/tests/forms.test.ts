import type { JsonValue } from '@atelier/contracts/fields/field-values';
import type { Field } from '@atelier/contracts/fields/fields';
import { describe, expect, it } from 'vitest';
import { connectors } from '../src/index.ts';

const shown = (value: JsonValue): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** A field in one line: an exclamation mark where it must be filled in, its type, bounds, default and choices, and when it is shown. */
const line = (field: Field): string => {
  const { options, min, max, shownWhen, refreshedBy, fields } = field;
  return [
    `${field.name}${field.required ? '!' : ''}`,
    field.type,
    min === undefined && max === undefined ? '' : `${min ?? ''}..${max ?? ''}`,
    field.default === undefined ? '' : `= ${shown(field.default)}`,
    options ? `of ${options.map(({ value }) => value).join(' ')}` : '',
    field.isHost ? 'host' : '',
    refreshedBy ? `after ${refreshedBy.join(' ')}` : '',
    shownWhen ? `if ${shownWhen.field} is ${shownWhen.values.map(shown).join(' ')}` : '',
    fields ? `(${fields.map(line).join('; ')})` : '',
  ]
    .filter((part) => part !== '')
    .join(' ');
};

const forms: readonly (readonly [type: string, ...fields: string[]])[] = [
  ['MANUAL', 'title! SHORT_TEXT ..150', 'text! LONG_TEXT ..200000'],
  [
    'API',
    'site! SHORT_TEXT ..500',
    'headerName! SHORT_TEXT ..100 = Authorization',
    'headerValue! SECRET_TEXT',
    'url! SHORT_TEXT ..2000',
    'method! STATIC_DROPDOWN = GET of GET POST',
    'body LONG_TEXT ..20000 if method is POST',
    'queryParameters ARRAY ..3 (name! SHORT_TEXT ..100; value SHORT_TEXT ..2000)',
    'headers ARRAY ..3 (name! SHORT_TEXT ..100; value SHORT_TEXT ..2000)',
    'listPath SHORT_TEXT ..500',
    'idField SHORT_TEXT ..500',
    'titleField SHORT_TEXT ..500',
    'template LONG_TEXT ..20000',
    'pagination! STATIC_DROPDOWN = NONE of NONE PAGE CURSOR LINK',
    'pageParameter! SHORT_TEXT ..100 = page if pagination is PAGE',
    'firstPage NUMBER 0.. = 1 if pagination is PAGE',
    'cursorParameter! SHORT_TEXT ..100 = cursor if pagination is CURSOR',
    'cursorPath! SHORT_TEXT ..500 = nextCursor if pagination is CURSOR',
  ],
  [
    'WEBSITE',
    'address! SHORT_TEXT ..2000',
    'read! STATIC_DROPDOWN = links of page links sitemap',
    'pages NUMBER 1..50 = 50 if read is links sitemap',
    'include LONG_TEXT ..4000 if read is links sitemap',
    'exclude LONG_TEXT ..4000 if read is links sitemap',
  ],
  [
    'WEBHOOK',
    'site! SHORT_TEXT ..500',
    'headerName! SHORT_TEXT ..100 = Authorization',
    'headerValue! SECRET_TEXT',
    'url SHORT_TEXT ..2000',
    'method! STATIC_DROPDOWN = POST of GET POST PUT PATCH',
    'sendAsJson! STATIC_DROPDOWN = Yes of Yes No if method is POST PUT PATCH',
    'body LONG_TEXT ..20000 if method is POST PUT PATCH',
    'queryParameters ARRAY ..3 (name! SHORT_TEXT ..100; value SHORT_TEXT ..2000)',
    'headers ARRAY ..3 (name! SHORT_TEXT ..100; value SHORT_TEXT ..2000)',
    'listPath SHORT_TEXT ..500',
    'idField SHORT_TEXT ..500',
    'titleField SHORT_TEXT ..500',
    'template LONG_TEXT ..20000',
  ],
  [
    'POSTGRESQL',
    'host! SHORT_TEXT ..300 host',
    'port! NUMBER 1..65535 = 5432',
    'database! SHORT_TEXT ..200',
    'user! SHORT_TEXT ..200',
    'password SECRET_TEXT',
    'tls! STATIC_DROPDOWN = VERIFY of VERIFY ENCRYPT OFF',
    'ca LONG_TEXT ..200000 if tls is VERIFY',
    'from! STATIC_DROPDOWN = TABLE of TABLE QUERY',
    'table! DROPDOWN if from is TABLE',
    'columns MULTI_SELECT_DROPDOWN after table if from is TABLE',
    'query! LONG_TEXT ..20000 if from is QUERY',
    'parameters ARRAY ..20 if from is QUERY (value SHORT_TEXT ..2000)',
    'idColumns MULTI_SELECT_DROPDOWN after from table query parameters',
    'titleColumn DROPDOWN after from table query parameters',
    'template LONG_TEXT ..20000',
    'rowsPerDocument NUMBER ..1000 = 1',
    'cursorColumn DROPDOWN after from table query parameters',
    'limit NUMBER ..100000 = 1000',
  ],
  [
    'REDSHIFT',
    'host! SHORT_TEXT ..300 host',
    'port! NUMBER 1..65535 = 5439',
    'database! SHORT_TEXT ..200',
    'user! SHORT_TEXT ..200',
    'password SECRET_TEXT',
    'tls! STATIC_DROPDOWN = VERIFY of VERIFY ENCRYPT OFF',
    'ca LONG_TEXT ..200000 if tls is VERIFY',
    'from! STATIC_DROPDOWN = TABLE of TABLE QUERY',
    'table! DROPDOWN if from is TABLE',
    'columns MULTI_SELECT_DROPDOWN after table if from is TABLE',
    'query! LONG_TEXT ..20000 if from is QUERY',
    'parameters ARRAY ..20 if from is QUERY (value SHORT_TEXT ..2000)',
    'idColumns MULTI_SELECT_DROPDOWN after from table query parameters',
    'titleColumn DROPDOWN after from table query parameters',
    'template LONG_TEXT ..20000',
    'rowsPerDocument NUMBER ..1000 = 1',
    'cursorColumn DROPDOWN after from table query parameters',
    'limit NUMBER ..100000 = 1000',
  ],
  [
    'ELASTICSEARCH',
    'url! SHORT_TEXT ..500',
    'auth! STATIC_DROPDOWN = API_KEY of API_KEY BASIC NONE',
    'apiKey! SECRET_TEXT if auth is API_KEY',
    'user! SHORT_TEXT ..200 if auth is BASIC',
    'password! SECRET_TEXT if auth is BASIC',
    'index! DROPDOWN',
    'query LONG_TEXT ..20000',
    'skip NUMBER 0..1000000 = 0',
    'limit NUMBER ..100000 = 10',
    'fields MULTI_SELECT_DROPDOWN after index',
    'titleField DROPDOWN after index',
    'template LONG_TEXT ..20000',
    'dateField DROPDOWN after index',
  ],
  [
    'MONGODB',
    'host! SHORT_TEXT ..1000',
    'port! NUMBER 1..65535 = 27017',
    'database! SHORT_TEXT ..200',
    'user SHORT_TEXT ..200',
    'password SECRET_TEXT',
    'authSource SHORT_TEXT ..200 = admin',
    'tls! STATIC_DROPDOWN = VERIFY of VERIFY ENCRYPT OFF',
    'ca LONG_TEXT ..200000 if tls is VERIFY',
    'collection! DROPDOWN',
    'filter LONG_TEXT ..20000',
    'fields MULTI_SELECT_DROPDOWN after collection',
    'titleField DROPDOWN after collection',
    'template LONG_TEXT ..20000',
    'cursorField DROPDOWN after collection',
    'limit NUMBER ..100000 = 1000',
  ],
];

describe('the forms of the connectors', () => {
  it.each(forms)('%s asks for its connection and its settings', (type, ...fields) => {
    const connector = connectors.find((each) => each.type === type);
    expect([...(connector?.connectionFields ?? []), ...(connector?.settingsFields ?? [])].map(line)).toEqual(
      fields,
    );
  });

  it('are all here, each with its steps and with what it may be read without', () => {
    expect(connectors.map(({ type }) => type)).toEqual(forms.map(([type]) => type));
    for (const { help, type } of connectors) expect(help.length, type).toBeGreaterThanOrEqual(3);
    const withoutConnection = connectors.filter((each) => each.isConnectionOptional === true);
    expect(withoutConnection.map(({ type }) => type)).toEqual(['API', 'WEBHOOK']);
  });
});
