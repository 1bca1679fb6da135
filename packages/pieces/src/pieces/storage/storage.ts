import type { Field, FieldValues } from '@atelier/contracts/fields/fields';
import { type Piece, PieceError } from '../../piece.ts';
import type { StorageScope } from '../../platform.ts';
import { readJsonField, readTextField } from '../../values.ts';

/** The largest stored value, in characters of its JSON. */
const largestValue = 200_000;

const keyField: Field = { name: 'key', label: 'Key', type: 'SHORT_TEXT', required: true, max: 200 };
const scopeField: Field = {
  name: 'scope',
  label: 'Seen by',
  type: 'STATIC_DROPDOWN',
  default: 'FLOW',
  options: [
    { value: 'FLOW', label: 'All runs of this flow' },
    { value: 'TENANT', label: 'All flows' },
  ],
};
const valueField: Field = { name: 'value', label: 'Value', type: 'JSON', isAnyJson: true, default: null };

const readScope = (input: FieldValues): StorageScope =>
  readTextField(input, 'scope') === 'TENANT' ? 'TENANT' : 'FLOW';
const readKey = (input: FieldValues): string => readTextField(input, 'key').trim();

export const storage: Piece = {
  name: 'storage',
  version: '1.0.0',
  displayName: 'Storage',
  description: 'Remembers values from one run to the next.',
  category: 'STORAGE',
  icon: 'database',
  triggers: [],
  actions: [
    {
      kind: 'outward',
      repeat: 'with-key',
      name: 'get_value',
      displayName: 'Get a value',
      description: 'Returns the stored value, or another one when there is none.',
      fields: [keyField, scopeField, { ...valueField, name: 'otherwise', label: 'Otherwise' }],
      sample: 'value',
      run: async ({ input, platform }) =>
        (await platform.storage.get(readScope(input), readKey(input))) ?? readJsonField(input, 'otherwise'),
    },
    {
      kind: 'outward',
      repeat: 'with-key',
      name: 'put_value',
      displayName: 'Store a value',
      description: 'Stores a value in place of the earlier one, and returns it.',
      fields: [keyField, valueField, scopeField],
      sample: 'value',
      run: async ({ input, platform }) => {
        const value = readJsonField(input, 'value');
        if (JSON.stringify(value).length > largestValue)
          throw new PieceError(
            'pieces.too_large',
            'A stored value can have 200,000 characters at most. Please store less.',
          );
        await platform.storage.put(readScope(input), readKey(input), value);
        return value;
      },
    },
    {
      kind: 'outward',
      repeat: 'with-key',
      name: 'delete_value',
      displayName: 'Delete a value',
      description: 'Deletes a stored value.',
      fields: [keyField, scopeField],
      sample: { deleted: true },
      run: async ({ input, platform }) => ({
        deleted: await platform.storage.delete(readScope(input), readKey(input)),
      }),
    },
  ],
};
