import { Readable } from 'node:stream';
import type { WorkerOutput } from '@atelier/contracts/assistants/workers/worker-queue';
import { createFile } from '../../../../content/files/index.ts';
import { recordFiles } from '../../records/file-repository.ts';
import type { Result } from '../run-target.ts';
import { type OutputKind, readableResult } from './output-kind.ts';

type Format = Extract<WorkerOutput, { kind: 'FILE' }>['format'];

const formats: Record<Format, { ending: string; mime: string; write: (result: Result) => string }> = {
  MARKDOWN: { ending: 'md', mime: 'text/markdown', write: readableResult },
  TEXT: { ending: 'txt', mime: 'text/plain', write: readableResult },
  JSON: {
    ending: 'json',
    mime: 'application/json',
    write: ({ text, data }) => JSON.stringify(data ?? text, null, 2),
  },
};

const withoutEnding = (name: string): string => name.replace(/\.[^.]{1,5}$/, '');

/** Stores the result as a file of the record. */
export const fileOutput: OutputKind<'FILE'> = {
  title: ({ format }) => `Stored as a ${formats[format].ending} file`,
  deliver: (run, { order: { recordId, name: recordName }, output, place, result, name }) =>
    run.step(name, async () => {
      const { ending, mime, write } = formats[output.format];
      const { name: given } = output;
      const fileName = `${(given === '' ? withoutEnding(recordName) : given).slice(0, 100)}.${ending}`;
      const { ctx } = run;
      const object = await ctx.services.storage.put(Readable.from([Buffer.from(write(result))]), {
        maxBytes: ctx.services.config.server.maxUploadBytes,
      });
      const { key: storageKey, size, sha256 } = object;
      const isNew = await ctx.tx(async (tx) => {
        // A step that was repeated after a crash finds the file of its first attempt.
        if (await recordFiles.hasOutput(tx.db, recordId, place)) return false;
        const fileId = await createFile(tx, { storageKey, name: fileName, mime, size, sha256 });
        await recordFiles.add(tx.db, { recordId, element: 'OUTPUT', fileIds: [fileId], from: place });
        return true;
      });
      if (!isNew) await ctx.services.storage.delete(storageKey);
      return fileName;
    }),
};
