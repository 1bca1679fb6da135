import { Readable } from 'node:stream';
import type { JsonValue } from '@atelier/contracts/fields/field-values';
import { largesIn } from '@atelier/contracts/fields/large-value';
import type { Ctx } from '../../../../../kernel/context/context.ts';
import { largeText } from '../../computations.ts';
import type { FileOwner } from '../files/platform-files.ts';
import { filesOfLarge } from './large-files.ts';

const chunkBytes = 64 * 1024;

function* splitChunks(bytes: Uint8Array): Generator<Uint8Array> {
  // The stream gets bytes of its own, because what threads share may not be sent.
  for (let at = 0; at < bytes.length; at += chunkBytes) yield Buffer.from(bytes.slice(at, at + chunkBytes));
}

/** A value with large parts, as the text that is sent: a text as it is, everything else as JSON. */
export interface WrittenLarge {
  isText: boolean;
  bytes: Readable;
}

/** Writes a value that has large parts. Undefined when it has none. Throws ExpressionError. */
export const writeLarge = async (
  ctx: Ctx,
  owner: FileOwner,
  value: unknown,
): Promise<WrittenLarge | undefined> => {
  const larges = largesIn(value);
  if (larges.length === 0) return undefined;
  const files = await filesOfLarge(ctx, owner, larges);
  const order = { value: JSON.stringify(value as JsonValue), files };
  const { isText, bytes } = await ctx.services.compute.run(largeText, order, { tenantId: ctx.tenantId });
  return { isText, bytes: Readable.from(splitChunks(bytes), { objectMode: false }) };
};
