import type { McpMessageReading } from '@atelier/agents/tools';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { mcpMessageReading } from '../computations.ts';

/** Reads a message of a server, in a thread where it is long. */
export const readMcpText = (ctx: Ctx, text: string, signal: AbortSignal): Promise<McpMessageReading> =>
  ctx.services.compute.run(mcpMessageReading, text, { tenantId: ctx.tenantId, signal });
