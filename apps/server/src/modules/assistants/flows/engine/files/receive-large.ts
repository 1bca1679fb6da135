import { Readable } from 'node:stream';
import type { JsonValue } from '@atelier/contracts/fields/field-values';
import { AppError } from '../../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../../kernel/context/context.ts';
import { bodyFileName } from '../../../../../kernel/http/bodies/stream-body.ts';
import { removeFiles, type StoredUpload, storeUpload } from '../../../../content/files/index.ts';
import { bodyReading } from '../../computations.ts';
import type { FileOwner } from './file-owner.ts';
import { keepUpload } from './platform-files.ts';
import type { Received } from './receive-files.ts';

interface LargeBody {
  /** Without content encodings. */
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  contentType: string;
  /** The rest of the call, for the keys. */
  call: object;
  keys: readonly string[];
}

/** A body that was stored, with the values of the keys. */
interface ReceivedLarge extends Received {
  keyValues: Record<string, string>;
}

const store = async (ctx: Ctx, { bytes, contentType }: LargeBody): Promise<StoredUpload> => {
  const outcome = await storeUpload(ctx, {
    ...{ kind: 'file', name: 'body', filename: bodyFileName(contentType) },
    mimeType: contentType === '' ? 'text/plain' : contentType,
    stream: Readable.from(bytes, { objectMode: false }),
    truncated: () => false,
  });
  if (outcome.kind === 'stored') return outcome.upload;
  throw new AppError('request.too_large', { limitBytes: outcome.maxBytes });
};

/**
 * Stores a large body while it arrives, and lets a thread find out whether it can be read. Its value is what stands for it. Throws what
 * `readBody` throws, `request.too_large`, `billing.plan_limit` and `storage.full`; then nothing is kept.
 */
export const receiveLarge = async (ctx: Ctx, owner: FileOwner, body: LargeBody): Promise<ReceivedLarge> => {
  const upload = await store(ctx, body);
  const file = await keepUpload(ctx, owner, upload);
  try {
    const path = await ctx.services.storage.path(upload.storageKey);
    const order = { file: { path, type: upload.mime }, large: file, call: body.call, keys: body.keys };
    const read = await ctx.services.compute.run(bodyReading, order, { tenantId: ctx.tenantId });
    if ('unreadable' in read) throw new AppError(read.unreadable, read.details, { message: read.message });
    return { body: read.stands as JsonValue, ids: [file.id], keyValues: read.keyValues };
  } catch (error) {
    await ctx.tx((tx) => removeFiles(tx, [file.id]));
    throw error;
  }
};
