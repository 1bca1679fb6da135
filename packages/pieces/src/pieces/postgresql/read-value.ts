import type { JsonValue } from '@atelier/contracts/fields/field-values';
import { readJson } from '@atelier/contracts/kernel/parse-json';
import { types } from 'pg';

type Convert = (text: string) => JsonValue;

const finite = (text: string): JsonValue => {
  const number = Number(text);
  return Number.isFinite(number) ? number : text;
};

/** Whole numbers beyond what a number holds exactly stay texts. */
const whole = (text: string): JsonValue => (Number.isSafeInteger(Number(text)) ? Number(text) : text);

const listConverter = (oid: number): Convert => types.getTypeParser(oid, 'text') as Convert;

/** Converters by the object id of the type in `pg_type`. All other types stay as PostgreSQL writes them: dates, decimals, bytes. */
const converters: Readonly<Record<number, Convert>> = {
  16: (text) => text === 't',
  20: whole,
  21: whole,
  23: whole,
  26: whole,
  700: finite,
  701: finite,
  114: (text) => readJson(text) as JsonValue,
  3802: (text) => readJson(text) as JsonValue,
};

/** Lists of booleans, whole numbers, texts and uuids. */
const lists = new Set([1000, 1005, 1007, 1009, 1015, 2951]);

/** The types of pg's `query` that return JSON values only. */
export const jsonTypes = {
  getTypeParser: (oid: number) => {
    if (lists.has(oid)) return listConverter(oid);
    return converters[oid] ?? ((text: string) => text);
  },
};
