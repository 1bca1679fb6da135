import type { Field } from '@atelier/contracts/fields/fields';
import { expect, it } from 'vitest';
import { checkValue } from './check-value.ts';
import { fieldsSchema } from './fields-schema.ts';

const fields: Field[] = [
  { name: 'to', label: 'To', type: 'SHORT_TEXT', required: true, max: 5 },
  { name: 'times', label: 'Times', type: 'NUMBER', min: 1, max: 3 },
  { name: 'loud', label: 'Loud', type: 'CHECKBOX', default: false },
  {
    name: 'way',
    label: 'Way',
    type: 'STATIC_DROPDOWN',
    required: true,
    default: 'AIR',
    options: [
      { value: 'AIR', label: 'By air' },
      { value: 'SEA', label: 'SEA' },
    ],
  },
  { name: 'lines', label: 'Lines', type: 'ARRAY', fields: [{ name: 'text', label: 'Text', type: 'TEXT' }] },
  { name: 'any', label: 'Anything', type: 'JSON', isAnyJson: true },
];

it('describes the values of a form to a model', () => {
  const schema = fieldsSchema(fields);
  expect(schema).toMatchObject({ required: ['to'], properties: { to: { description: 'To' } } });
  expect(JSON.stringify(schema)).toContain('One of: AIR (By air), SEA');
  const check = (value: unknown) => checkValue({ schema, value });
  expect(check({ to: 'me', times: 2, way: 'SEA', lines: [{ text: 'x' }], any: 7 })).toEqual([]);
  expect(check({})).toHaveLength(1);
  for (const wrong of [
    { to: 'too long' },
    { to: 'me', times: 4 },
    { to: 'me', way: 'ROAD' },
    { to: 'me', extra: 1 },
  ])
    expect(check(wrong)).not.toEqual([]);
});
