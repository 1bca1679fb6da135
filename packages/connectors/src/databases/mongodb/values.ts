import { Binary, type BSONRegExp, type Document } from 'bson';
import { binaryNote } from '../entry.ts';

const uuid = Binary.SUBTYPE_UUID;

const textOfBinary = (value: Binary): string =>
  value.sub_type === uuid && value.length() === 16 ? value.toUUID().toString() : binaryNote(value.length());

/** Types are recognised by name, because the driver has classes of its own. */
const isBsonType = <T extends object>(value: object, name: string): value is T =>
  '_bsontype' in value && value._bsontype === name;

const textOfType = (value: object): string | null | undefined => {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (value instanceof Uint8Array) return binaryNote(value.length);
  if (!('_bsontype' in value)) return undefined;
  if (isBsonType<Binary>(value, 'Binary')) return textOfBinary(value);
  if (isBsonType<BSONRegExp>(value, 'BSONRegExp')) return `/${value.pattern}/${value.options}`;
  if (isBsonType(value, 'Code')) return '(code, left out)';
  if (['ObjectId', 'Decimal128', 'Long'].some((name) => isBsonType(value, name))) return String(value);
  return '(a value of a rare type, left out)';
};

/** Converts a value of BSON to readable JSON: ids, dates and large numbers become text; binary data and code are left out. */
export const toPlainValue = (value: unknown): unknown => {
  if (typeof value === 'bigint') return value.toString();
  if (value instanceof RegExp) return String(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(toPlainValue);
  const text = textOfType(value);
  return text === undefined ? toPlainRecord(value) : text;
};

export const toPlainRecord = (document: Document): Record<string, unknown> =>
  Object.fromEntries(Object.entries(document).map(([name, value]) => [name, toPlainValue(value)]));

/** Returns an id as text; an id that is an object as JSON. */
export const toDocumentId = ({ _id }: Document): string => {
  const plain = toPlainValue(_id);
  if (plain === undefined || plain === null) return '';
  return typeof plain === 'string' ? plain : JSON.stringify(plain);
};
