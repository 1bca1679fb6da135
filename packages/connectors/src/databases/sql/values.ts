import { types } from 'pg';
import { readJson } from '../../api/lookup.ts';
import { binaryNote } from '../entry.ts';

const oid = { bool: 16, bytea: 17, json: 114, jsonb: 3802, timestamp: 1114, timestamptz: 1184 };
const textArray = 1009;
/** List types that are parsed: bool, int, text, varchar, float, numeric, dates and times, uuid, json. */
const arrays = new Set([
  1000, 1005, 1007, 1009, 1014, 1015, 1016, 1021, 1022, 1115, 1182, 1183, 1185, 1231, 199, 2951, 3807,
]);

/** The driver knows the types of lists, but its declarations do not. */
const asTypeId = (type: number) => type as Parameters<typeof types.getTypeParser>[0];

const parseTextArray = (text: string): unknown => {
  const parse = types.getTypeParser(asTypeId(textArray)) as (value: string) => unknown;
  return parse(text);
};

/**
 * Converts `2026-01-02 03:04:05+00` to ISO 8601. The session's time zone is UTC. Infinity and similar values stay as they are.
 */
const toIsoText = (text: string): string =>
  /^\d{4,}-/.test(text) ? text.replace(' ', 'T').replace(/\+00(:?00)?$/, 'Z') : text;

/** Converts the text of a value to a readable form. Numbers keep every digit; binary data is left out. */
export const parseColumnValue = (text: string | null, type: number): unknown => {
  if (text === null) return null;
  if (type === oid.bool) return text === 't';
  if (type === oid.bytea) return binaryNote(text.startsWith('\\x') ? (text.length - 2) / 2 : text.length);
  if (type === oid.json || type === oid.jsonb) return readJson(text) ?? text;
  if (type === oid.timestamp || type === oid.timestamptz) return toIsoText(text);
  return arrays.has(type) ? parseTextArray(text) : text;
};

/** Makes the names of columns unique, because a join may return two with the same name. */
export const distinctNames = (names: readonly string[]): string[] => {
  const taken = new Set<string>();
  return names.map((name) => {
    let free = name;
    for (let count = 2; taken.has(free); count += 1) free = `${name}_${count}`;
    taken.add(free);
    return free;
  });
};
