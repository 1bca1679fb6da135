import { expect, it } from 'vitest';
import { schemaFields } from './schema-fields.ts';

it('makes fields of the arguments of a call, with JSON for what no other field can show', () => {
  const schema = {
    properties: {
      to: { type: 'string', description: 'The address.' },
      body: { type: 'string' },
      count: { type: 'integer' },
      is_urgent: { type: 'boolean' },
      kind: { enum: ['A', 'B'] },
      parts: { type: 'array' },
      failOnError: { type: 'boolean' },
      customerID: { type: 'string' },
    },
    required: ['to'],
  };
  const fields = schemaFields(schema, { to: 'a@example.com', body: 'One\nTwo', more: { a: 1 } });
  expect(fields.map(({ name, label, type }) => [name, label, type])).toEqual([
    ['to', 'To', 'SHORT_TEXT'],
    ['body', 'Body', 'LONG_TEXT'],
    ['count', 'Count', 'NUMBER'],
    ['is_urgent', 'Is urgent', 'CHECKBOX'],
    ['kind', 'Kind', 'STATIC_DROPDOWN'],
    ['parts', 'Parts', 'JSON'],
    ['failOnError', 'Fail on error', 'CHECKBOX'],
    ['customerID', 'CustomerID', 'SHORT_TEXT'],
    ['more', 'More', 'JSON'],
  ]);
  expect(fields[0]).toMatchObject({ required: true, description: 'The address.' });
});
