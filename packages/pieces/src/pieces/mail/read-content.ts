import type { ImapFlow } from 'imapflow';

/** The bytes that are asked for with one command. A server that sends more at once is cut off (`limit-answers.ts`). */
const chunkSize = 512 * 1024;

/** Reads a part of a mail, or the whole mail where no part is named, as far as `maxBytes`. Null when it is not there. */
export const readContent = async (
  client: ImapFlow,
  uid: number,
  { part, maxBytes }: { part?: string | undefined; maxBytes: number },
): Promise<Buffer | null> => {
  const found = await client.download(String(uid), part, { uid: true, maxBytes, chunkSize });
  if (!('content' in found) || !found.content) return null;
  const chunks: Buffer[] = [];
  for await (const chunk of found.content) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks);
};
