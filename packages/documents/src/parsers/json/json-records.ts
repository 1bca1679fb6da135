import type { Block } from '../../block.ts';
import { singleLine } from '../../clean-text.ts';

/**
 * Returns the blocks of a JSON value. A list of records gives one row for each; an object gives its plain values as one row,
 * then each list of records under a heading. Values are written as `key.path: value`.
 */
export function* jsonBlocks(value: unknown, path: readonly string[] = []): Generator<Block> {
  if (Array.isArray(value)) yield* listBlocks(value, path);
  else if (isRecord(value)) yield* recordBlocks(value, path);
  else if (value !== null && value !== '') yield { kind: 'row', text: valueLine(path, value) };
}

/** Returns one record as one row. */
export function recordRow(value: unknown): Block {
  return { kind: 'row', text: [...lines(value, [])].join('\n') };
}

function* listBlocks(list: readonly unknown[], path: readonly string[]): Generator<Block> {
  if (path.length > 0) yield heading(path);
  for (const item of list) {
    // A record that contains a long list of its own is split further, so that no row grows without limit.
    if (isRecord(item) && Object.values(item).some(isLongRecordList)) yield* recordBlocks(item, path);
    else yield recordRow(item);
  }
}

function* recordBlocks(record: Record<string, unknown>, path: readonly string[]): Generator<Block> {
  const apart: [string, unknown][] = [];
  const plain: string[] = [];
  for (const [key, value] of Object.entries(record)) {
    if (isRecordList(value) || (isRecord(value) && Object.values(value).some(isRecordList)))
      apart.push([key, value]);
    else plain.push(...lines(value, [key]));
  }
  if (plain.length > 0) yield { kind: 'row', text: plain.join('\n') };
  for (const [key, value] of apart) yield* jsonBlocks(value, [...path, key]);
}

function* lines(value: unknown, path: readonly string[]): Generator<string> {
  if (Array.isArray(value)) {
    if (value.every((item) => !isRecord(item) && !Array.isArray(item))) {
      if (value.length > 0) yield valueLine(path, value.map(String).join(', '));
      return;
    }
    for (const [index, item] of value.entries()) yield* lines(item, [...path, String(index + 1)]);
  } else if (isRecord(value)) {
    for (const [key, item] of Object.entries(value)) yield* lines(item, [...path, key]);
  } else if (value !== null && value !== undefined && value !== '') yield valueLine(path, value);
}

function valueLine(path: readonly string[], value: unknown): string {
  // Longer text keeps its paragraphs.
  const text = typeof value === 'string' && value.length > 200 ? value.trim() : singleLine(String(value));
  return path.length === 0 ? text : `${path.join('.')}: ${text}`;
}

const heading = (path: readonly string[]): Block => ({
  kind: 'heading',
  text: path.join('.'),
  level: Math.min(6, path.length),
});

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isRecordList = (value: unknown): boolean => Array.isArray(value) && value.some(isRecord);
const isLongRecordList = (value: unknown): boolean =>
  Array.isArray(value) && value.length > 20 && value.some(isRecord);
