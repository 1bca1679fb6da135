import { z } from 'zod';
import type { TxCtx } from '../../../../../kernel/context/context.ts';
import { defineJob } from '../../../../../kernel/context/define-job.ts';
import type { McpRow } from '../../tables.ts';

/** Reads the tools of a server again, because they are others now, or may be. */
export const refreshJob = defineJob({
  name: 'tools.refresh-mcp-server',
  input: z.object({ mcpId: z.string(), personId: z.string().nullable() }),
});

/** A server that says often that its tools are others now is read this often at most. */
const pauseMs = 5000;

/** A server that says nothing about the age of its list is read again after this time, and none more often than after the second. */
const usualTtlMs = 3600_000;
const shortestTtlMs = 60_000;

/** True when the list of tools of a server is so old that it may be another one now. */
export const isOutdated = (
  { checkedAt, toolsTtlMs }: Pick<McpRow, 'checkedAt' | 'toolsTtlMs'>,
  now: Date,
): boolean => now.getTime() - (checkedAt?.getTime() ?? 0) > Math.max(shortestTtlMs, toolsTtlMs ?? usualTtlMs);

/** Orders that the tools of a server are read again, with the account of the person who has heard of the change. */
export const orderRefresh = (
  tx: TxCtx,
  { id: mcpId, checkedAt }: Pick<McpRow, 'id' | 'checkedAt'>,
  personId: string | null,
): Promise<void> => {
  const soon = Math.max(tx.now().getTime(), (checkedAt?.getTime() ?? 0) + pauseMs);
  return tx.enqueue(
    refreshJob,
    { mcpId, personId },
    { key: `${refreshJob.name} ${mcpId}`, runAt: new Date(soon) },
  );
};
