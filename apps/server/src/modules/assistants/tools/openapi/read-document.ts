import type { ReadOperation } from '@atelier/agents/tools';
import {
  longestOpenApi,
  type OpenApiContents,
  type OpenApiSource,
} from '@atelier/contracts/assistants/tools/openapi';
import type { z } from 'zod';
import { AppError, fail } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { calledFailure } from '../../../../kernel/outbound/called-failure.ts';
import { OutboundError } from '../../../../kernel/outbound/outbound.ts';
import { openApiReading } from '../computations.ts';

type Source = Pick<z.output<typeof OpenApiSource>, 'document' | 'url'>;

const unreachable = (message: string): never => {
  throw new AppError('tools.document_unreachable', undefined, { message });
};

/** A document with its address, which is where redirects led. */
interface Loaded {
  document: string;
  address: string | undefined;
}

const load = async (ctx: Ctx, url: string): Promise<Loaded> => {
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) fail('tools.document_address_invalid');
  try {
    const limits = { maxBytes: 2 * longestOpenApi, timeoutMs: 30_000 };
    const response = await ctx.services.outbound.fetch(url, {
      headers: { accept: 'application/json, application/yaml;q=0.9, */*;q=0.5' },
      ...limits,
    });
    if (!response.ok) unreachable(`${new URL(url).host} answered with status ${response.status}.`);
    return { document: await response.text(), address: response.url === '' ? url : response.url };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    throw calledFailure(error, {
      failed: 'tools.document_unreachable',
      refused: 'tools.document_address_invalid',
      message: error.message,
    });
  }
};

const unreadable = (message: string): never => {
  throw new AppError('tools.document_unreadable', undefined, { message });
};

const readInThread = async (ctx: Ctx, loaded: Loaded, keys: readonly string[]) => {
  try {
    return await ctx.services.compute.run(openApiReading, { ...loaded, keys }, { tenantId: ctx.tenantId });
  } catch (error) {
    if (error instanceof AppError && /^compute\.(?:too_long|out_of_memory)$/.test(error.code))
      return unreadable(
        'The document is too large to be read. Please cut it down to the part that you need.',
      );
    throw error;
  }
};

/**
 * Reads the operations of a document in a thread: a list of all, or those with these keys as a whole. Throws `tools.document_unreadable`,
 * `tools.document_unreachable` and `tools.document_address_invalid`.
 */
export const readDocument = async (ctx: Ctx, { document, url }: Source, keys: readonly string[] = []) => {
  const loaded = document === '' ? await load(ctx, url) : { document, address: undefined };
  if (loaded.document.length > longestOpenApi)
    unreadable('The document has more than two million characters.');
  const reading = await readInThread(ctx, loaded, keys);
  return reading.problem === null ? reading : unreadable(reading.problem);
};

const presentOperation = ({ request: _request, ...operation }: ReadOperation) => operation;

/** Lists the operations of a document. Throws what `readDocument` throws. */
export const listOperations = async (ctx: Ctx, source: Source): Promise<OpenApiContents> => {
  const { title, servers, operations, leftOut, notes } = await readDocument(ctx, source);
  return { title, servers, operations: operations.map(presentOperation), leftOut, notes };
};
