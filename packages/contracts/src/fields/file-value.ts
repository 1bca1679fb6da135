import { z } from 'zod';
import { ExactNumber } from '../kernel/exact-number.ts';
import { isObject, type JsonValue } from './field-values.ts';

/** A file as a value in a run: what identifies and describes it, never its bytes. */
export const FileValue = z.object({
  id: z.string().regex(/^fil_[0-9A-Za-z]{10,40}$/),
  name: z.string().max(300),
  type: z.string().max(200),
  /** In bytes. */
  size: z.number().int().min(0),
  sha256: z.string().max(64),
});
export type FileValue = z.infer<typeof FileValue>;

const parts = ['id', 'name', 'type', 'size', 'sha256'];

/** Returns true for a value that names a file. Whether the run may read that file is decided where it is read. */
export const isFile = (value: unknown): value is FileValue =>
  isObject(value) &&
  Object.keys(value).length === parts.length &&
  parts.every((part) => part in value) &&
  FileValue.safeParse(value).success;

/** The most files that are found in a value. */
const mostFound = 200;

/** Returns the files inside a value, each once. */
export const filesIn = (value: JsonValue): FileValue[] => {
  const found = new Map<string, FileValue>();
  const open: JsonValue[] = [value];
  for (let next = open.pop(); next !== undefined && found.size < mostFound; next = open.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    if (isFile(next)) found.set(next.id, next);
    else if (!(next instanceof ExactNumber))
      for (const inner of Object.values<JsonValue>(next)) open.push(inner);
  }
  return [...found.values()];
};
