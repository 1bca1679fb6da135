import { readFileSync } from 'node:fs';
import type { JsonValue } from '@atelier/contracts/fields/field-values';
import { type LargeValue, withWhole } from '@atelier/contracts/fields/large-value';
import { readMember } from '@atelier/flows/large';
import { LRUCache } from 'lru-cache';
import { readBody } from '../../../../../kernel/http/bodies/read-body.ts';

/** The paths of the files of large values, and their content types, by the ids of the files. */
export type LargeFiles = Readonly<Record<string, { path: string; type: string }>>;

/** A value with more characters as JSON stays where it is, and something else stands for it. */
export const mostInHand = 256 * 1024;
const headLength = 1000;

/** The values that a thread remembers. A run reads the same one again and again, and files never change. */
const mostRemembered = 2;
const rememberedMs = 10_000;

/** Reads large values from their files, in a thread. */
export class LargeReader {
  readonly #remembered = new LRUCache<string, { value: JsonValue }>({
    ...{ max: mostRemembered, ttl: rememberedMs, ttlAutopurge: true, updateAgeOnGet: true },
  });

  /** Reads the value in a file. Throws what `readBody` throws. */
  read({ path, type }: LargeFiles[string]): JsonValue {
    const known = this.#remembered.get(path);
    if (known) return known.value;
    const value = readBody({ bytes: readFileSync(path), contentType: type });
    this.#remembered.set(path, { value });
    return value;
  }

  /** Reads what stands for a large value, or for a part of one. Throws when its file was not given. */
  open(files: LargeFiles, { large, keys }: LargeValue): JsonValue {
    const file = files[large.id];
    if (!file) throw new Error(`The file ${large.id} was not given to the thread.`);
    return (keys.reduce<unknown>(readMember, this.read(file)) ?? null) as JsonValue;
  }

  /** Returns a value with all large values that it names. */
  openAll(files: LargeFiles, value: JsonValue): JsonValue {
    return Object.keys(files).length === 0 ? value : withWhole(value, (large) => this.open(files, large));
  }
}

/** Returns what stands for a value with this text: the head of a long text, without half of a letter at its end. */
export const standFor = ({ large, keys }: Pick<LargeValue, 'large' | 'keys'>, text: string): LargeValue => ({
  large,
  keys,
  size: text.length,
  head: text.slice(0, headLength).toWellFormed(),
});

/** Writes a part of a large value: as it is, or what stands for it where it is large itself. */
export const writePart = (of: Pick<LargeValue, 'large' | 'keys'>, part: JsonValue): string => {
  const text = JSON.stringify(part);
  if (text.length <= mostInHand) return text;
  return JSON.stringify(standFor(of, typeof part === 'string' ? part : text));
};

/** Returns the bytes of a text, in memory that threads share, so that nobody copies them. */
export const sharedBytes = (text: string): Uint8Array<SharedArrayBuffer> => {
  const bytes = Buffer.from(text);
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
  shared.set(bytes);
  return shared;
};
