import { fileURLToPath } from 'node:url';
import { openPromise } from 'yauzl';

/** Returns the mails of another project by their names. */
export const readCorpus = async (project: 'mikel-mail' | 'mimekit'): Promise<Map<string, Buffer>> => {
  const path = fileURLToPath(new URL(`mails/${project}.zip`, import.meta.url));
  const mails = new Map<string, Buffer>();
  const archive = await openPromise(path);
  for await (const entry of archive.eachEntry()) {
    if (!/\.(eml|txt|msg)$/.test(entry.fileName)) continue;
    const chunks: Buffer[] = [];
    for await (const chunk of await archive.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
    mails.set(entry.fileName, Buffer.concat(chunks));
  }
  return mails;
};
