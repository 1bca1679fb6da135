import type { JsonValue } from '@atelier/contracts/fields/field-values';
import type { Field } from '@atelier/contracts/fields/fields';
import { describe, expect, it } from 'vitest';
import { vectorStoreKinds } from '../src/index.ts';

const shown = (value: JsonValue): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** A field in one line: an exclamation mark where it must be filled in, its type, bounds, default and choices, and when it is shown. */
const line = (field: Field): string => {
  const { options, min, max, shownWhen } = field;
  return [
    `${field.name}${field.required ? '!' : ''}`,
    field.type,
    min === undefined && max === undefined ? '' : `${min ?? ''}..${max ?? ''}`,
    field.default === undefined ? '' : `= ${shown(field.default)}`,
    options ? `of ${options.map(({ value }) => value).join(' ')}` : '',
    field.isHost ? 'host' : '',
    shownWhen ? `if ${shownWhen.field} is ${shownWhen.values.map(shown).join(' ')}` : '',
  ]
    .filter((part) => part !== '')
    .join(' ');
};

const forms: readonly (readonly [kind: string, ...fields: string[]])[] = [
  [
    'PGVECTOR',
    'host! SHORT_TEXT host',
    'port NUMBER 1..65535 = 5432',
    'database! SHORT_TEXT',
    'schema SHORT_TEXT = public',
    'username! SHORT_TEXT',
    'password SECRET_TEXT',
    'tls STATIC_DROPDOWN = VERIFY of VERIFY ENCRYPT OFF',
    'ca LONG_TEXT if tls is VERIFY',
  ],
  ['QDRANT', 'url! SHORT_TEXT', 'apiKey SECRET_TEXT'],
  ['ELASTICSEARCH', 'url! SHORT_TEXT', 'apiKey SECRET_TEXT', 'username SHORT_TEXT', 'password SECRET_TEXT'],
  [
    'CHROMA',
    'url! SHORT_TEXT',
    'apiKey SECRET_TEXT',
    'tenant SHORT_TEXT = default_tenant',
    'database SHORT_TEXT = default_database',
  ],
  ['PINECONE', 'host! SHORT_TEXT', 'apiKey! SECRET_TEXT'],
  ['WEAVIATE', 'url! SHORT_TEXT', 'apiKey SECRET_TEXT'],
  ['MILVUS', 'url! SHORT_TEXT', 'token SECRET_TEXT', 'database SHORT_TEXT = default'],
];

describe('the forms of the vector stores', () => {
  it.each(forms)('%s asks for its address and its access', (kind, ...fields) => {
    expect(vectorStoreKinds.find((each) => each.kind === kind)?.fields.map(line)).toEqual(fields);
  });

  it('are all here, and name what says where secrets are sent', () => {
    const addresses = Object.fromEntries(
      vectorStoreKinds.map(({ kind, addressFields }) => [kind, addressFields.join(' ')]),
    );
    expect(Object.keys(addresses)).toEqual(forms.map(([kind]) => kind));
    expect(addresses).toEqual({
      ...{ PGVECTOR: 'host port tls ca', QDRANT: 'url', ELASTICSEARCH: 'url', CHROMA: 'url' },
      ...{ PINECONE: 'host', WEAVIATE: 'url', MILVUS: 'url' },
    });
  });
});
