import {
  canonicalJson,
  isObject,
  isReservedName,
  isSameJson,
  type JsonValue,
  valueAt,
} from '@atelier/contracts/fields/field-values';
import type { Field, FieldValues } from '@atelier/contracts/fields/fields';
import { compareNumbers, isNumber } from '@atelier/contracts/kernel/exact-number';
import { findValue } from '../../find-value.ts';
import { limitList } from '../../limits.ts';
import type { Piece } from '../../piece.ts';
import { refuse } from '../../refuse.ts';
import {
  asList,
  isOn,
  readJsonField,
  readObjectField,
  readTextField,
  readTextListField,
  showValue,
} from '../../values.ts';

const anyValue = (name: string, label: string, description?: string): Field => ({
  name,
  label,
  type: 'JSON',
  isAnyJson: true,
  required: true,
  default: null,
  ...(description === undefined ? {} : { description }),
});
const listField = anyValue('list', 'List');

/** A list: the field accepts any value, so that a whole expression can stand there. */
const listIn = (values: FieldValues): JsonValue[] => {
  const list = asList(readJsonField(values, 'list'));
  return list ? limitList(list) : refuse('“List” must be a list. Please choose one.');
};

/** Changes one object, or each object of a list. */
const eachObject = (value: JsonValue, change: (object: FieldValues) => FieldValues): JsonValue => {
  if (Array.isArray(value)) return limitList(value).map((it) => (isObject(it) ? change(it) : it));
  return isObject(value) ? change(value) : refuse('“Object or list” must be an object or a list of objects.');
};

const keep = (values: FieldValues): JsonValue => {
  const names = new Set(readTextListField(values, 'names'));
  const drops = isOn(values, 'drop');
  return eachObject(readJsonField(values, 'value'), (object) =>
    Object.fromEntries(Object.entries(object).filter(([name]) => names.has(name) !== drops)),
  );
};

const rename = (values: FieldValues): JsonValue => {
  const names = new Map(
    Object.entries(readObjectField(values, 'names')).map(([from, to]) => [from, showValue(to)]),
  );
  for (const name of names.values())
    if (isReservedName(name)) refuse(`A field cannot be called “${name}”. Please choose another name.`);
  return eachObject(readJsonField(values, 'value'), (object) =>
    Object.fromEntries(Object.entries(object).map(([name, value]) => [names.get(name) || name, value])),
  );
};

const merge = (values: FieldValues): JsonValue => {
  const [first, second] = [readJsonField(values, 'first'), readJsonField(values, 'second')];
  if (Array.isArray(first) && Array.isArray(second)) return limitList([...first, ...second]);
  if (isObject(first) && isObject(second)) return { ...first, ...second };
  return refuse('Both must be objects, or both must be lists. Please choose values of the same kind.');
};

const rankValue = (value: JsonValue): number =>
  isNumber(value) ? 0 : value === null || value === '' ? 2 : 1;

const compare = (one: JsonValue, other: JsonValue): number => {
  const rank = rankValue(one) - rankValue(other);
  if (rank !== 0) return rank;
  if (isNumber(one) && isNumber(other)) return compareNumbers(one, other);
  const [left, right] = [showValue(one), showValue(other)];
  return left < right ? -1 : left > right ? 1 : 0;
};

const sort = (values: FieldValues): JsonValue => {
  const path = readTextField(values, 'path');
  const keyed = listIn(values).map((entry) => ({ entry, key: findValue(entry, path) ?? null }));
  const sign = isOn(values, 'descending') ? -1 : 1;
  // Empty values stay at the end in both directions.
  const isEmpty = (key: JsonValue) => rankValue(key) === 2;
  return keyed
    .toSorted((one, other) =>
      isEmpty(one.key) || isEmpty(other.key)
        ? rankValue(one.key) - rankValue(other.key)
        : sign * compare(one.key, other.key),
    )
    .map(({ entry }) => entry);
};

const unique = (values: FieldValues): JsonValue => {
  const path = readTextField(values, 'path');
  const seen = new Map<string, JsonValue>();
  for (const entry of listIn(values)) {
    const key = canonicalJson(findValue(entry, path) ?? null);
    if (!seen.has(key)) seen.set(key, entry);
  }
  return [...seen.values()];
};

const group = (values: FieldValues): JsonValue => {
  const path = readTextField(values, 'path');
  const groups = new Map<string, { key: JsonValue; items: JsonValue[] }>();
  for (const entry of listIn(values)) {
    const key = findValue(entry, path) ?? null;
    const found = groups.get(canonicalJson(key));
    if (found) found.items.push(entry);
    else groups.set(canonicalJson(key), { key, items: [entry] });
  }
  return [...groups.values()].map(({ key, items }) => ({ key, count: items.length, items }));
};

const differences = (values: FieldValues): JsonValue => {
  const [before, after] = [readObjectField(values, 'before'), readObjectField(values, 'after')];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changed = names.filter((name) => !isSameJson(valueAt(before, name), valueAt(after, name)));
  return changed.map((name) => ({
    name,
    before: valueAt(before, name) ?? null,
    after: valueAt(after, name) ?? null,
  }));
};

const pathField: Field = {
  name: 'path',
  label: 'By the value at',
  type: 'SHORT_TEXT',
  max: 300,
  placeholder: 'customer.name',
  description: 'Empty: by the whole entry.',
};
const people = [{ name: 'Ann', city: 'Oslo' }];

export const dataMapper: Piece = {
  name: 'data-mapper',
  version: '1.0.0',
  displayName: 'Data mapper',
  description: 'Builds objects from earlier values, and sorts, groups and cleans lists.',
  category: 'DATA',
  icon: 'arrows-exchange',
  triggers: [],
  actions: [
    {
      kind: 'pure',
      name: 'advanced_mapping',
      displayName: 'Build an object',
      description: 'Makes an object or a list whose values come from earlier steps.',
      fields: [anyValue('mapping', 'Mapping', '{ "name": "{{trigger.body.name}}" }')],
      sample: { name: 'Ann' },
      run: (values) => readJsonField(values, 'mapping'),
    },
    {
      kind: 'pure',
      name: 'keep_fields',
      displayName: 'Keep or remove fields',
      description: 'Keeps the named fields of an object, or of each object in a list.',
      fields: [
        anyValue('value', 'Object or list'),
        { name: 'names', label: 'Names of the fields', type: 'ARRAY', required: true, max: 500 },
        { name: 'drop', label: 'Remove these instead', type: 'CHECKBOX' },
      ],
      sample: people,
      run: keep,
    },
    {
      kind: 'pure',
      name: 'rename_fields',
      displayName: 'Rename fields',
      description: 'Gives fields of an object, or of each object in a list, other names.',
      fields: [
        anyValue('value', 'Object or list'),
        { name: 'names', label: 'Old name and new name', type: 'OBJECT', required: true },
      ],
      sample: people,
      run: rename,
    },
    {
      kind: 'pure',
      name: 'merge_values',
      displayName: 'Merge',
      description: 'Joins two lists, or two objects. Fields of the second object win.',
      fields: [anyValue('first', 'First'), anyValue('second', 'Second')],
      sample: people[0] ?? {},
      run: merge,
    },
    {
      kind: 'pure',
      name: 'sort_list',
      displayName: 'Sort a list',
      description: 'Sorts numbers by size and texts by their characters. Empty values come last.',
      fields: [listField, pathField, { name: 'descending', label: 'Largest first', type: 'CHECKBOX' }],
      sample: people,
      run: sort,
    },
    {
      kind: 'pure',
      name: 'remove_duplicates',
      displayName: 'Remove duplicates',
      description: 'Keeps the first of all entries with the same value.',
      fields: [listField, pathField],
      sample: people,
      run: unique,
    },
    {
      kind: 'pure',
      name: 'group_list',
      displayName: 'Group a list',
      description: 'Makes a list of groups with key, count and items.',
      fields: [listField, { ...pathField, required: true }],
      sample: [{ key: 'Oslo', count: 1, items: people }],
      run: group,
    },
    {
      kind: 'pure',
      name: 'compare_objects',
      displayName: 'Compare two objects',
      description: 'Lists the fields that differ, with both values.',
      fields: [
        { name: 'before', label: 'Before', type: 'OBJECT' },
        { name: 'after', label: 'After', type: 'OBJECT' },
      ],
      sample: [{ name: 'city', before: 'Oslo', after: 'Bergen' }],
      run: differences,
    },
  ],
};
