import { createHash } from 'node:crypto';
import type { FileValue } from '@atelier/contracts/fields/file-value';
import { type PieceFiles, typeOfName } from '../src/files.ts';
import type { PiecePlatform } from '../src/platform.ts';
import { callOf } from './run-action.ts';

const refuse = () => Promise.reject(new Error('This test has no archives and parsers.'));

/** A platform that keeps the files of a run in memory. */
export const memoryFiles = () => {
  const kept = new Map<string, { file: FileValue; bytes: Uint8Array }>();
  const files: PieceFiles = {
    read: ({ id }) => Promise.resolve(kept.get(id)?.bytes ?? new Uint8Array()),
    write: ({ name, type, bytes }) => {
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const id = `fil_${String(kept.size + 1).padStart(26, '0')}`;
      const file = { id, name, type: type ?? typeOfName(name), size: bytes.length, sha256 };
      kept.set(id, { file, bytes });
      return Promise.resolve(file);
    },
    list: () => Promise.resolve([...kept.values()].map(({ file }) => file)),
    delete: ({ id }) => Promise.resolve(kept.delete(id)),
    extractText: ({ name }) => Promise.resolve({ text: `Words of ${name}`, isComplete: true }),
    zip: refuse,
    unzip: refuse,
  };
  const platform = Object.assign(Object.create(callOf({}).platform) as PiecePlatform, { files });
  const put = (name: string, content: string | Uint8Array, type?: string) =>
    files.write({ name, bytes: Buffer.from(content), ...(type === undefined ? {} : { type }) });
  return { platform, put, bytesOf: (id: string) => Buffer.from(kept.get(id)?.bytes ?? []) };
};
