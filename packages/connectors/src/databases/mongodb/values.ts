import { Binary, BSONRegExp, Code, Decimal128, type Document, Long, ObjectId } from 'bson';
import { binaryNote } from '../entry.ts';

const uuid = Binary.SUBTYPE_UUID;

const textOfBinary = (value: Binary): string =>
  value.sub_type === uuid && value.length() === 16 ? value.toUUID().toString() : binaryNote(value.length());

const textOfType = (value: object): string | null | undefined => {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (value instanceof Binary) return textOfBinary(value);
  if (value instanceof Uint8Array) return binaryNote(value.length);
  if (value instanceof BSONRegExp) return `/${value.pattern}/${value.options}`;
  if (value instanceof Code) return '(code, left out)';
  if (value instanceof ObjectId || value instanceof Decimal128 || value instanceof Long)
    return value.toString();
  return '_bsontype' in value ? '(a value of a rare type, left out)' : undefined;
};

/** A value of BSON as JSON that reads well: ids, dates and large numbers as text, binary data and code left out. */
export const plainOf = (value: unknown): unknown => {
  if (typeof value === 'bigint') return value.toString();
  if (value instanceof RegExp) return String(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(plainOf);
  const text = textOfType(value);
  return text === undefined ? recordOf(value) : text;
};

export const recordOf = (document: Document): Record<string, unknown> =>
  Object.fromEntries(Object.entries(document).map(([name, value]) => [name, plainOf(value)]));

/** The id as text: of an object its JSON. */
export const idOf = ({ _id }: Document): string => {
  const plain = plainOf(_id);
  if (plain === undefined || plain === null) return '';
  return typeof plain === 'string' ? plain : JSON.stringify(plain);
};
