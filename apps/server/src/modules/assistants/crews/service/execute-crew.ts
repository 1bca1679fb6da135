import type { crews } from '@atelier/contracts/assistants/crews/crews';
import type { RequestOf } from '@atelier/contracts/kernel/contract';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { Agents } from '../../agents/index.ts';
import { getCrew } from './crews.ts';

type Request = RequestOf<(typeof crews.endpoints)['execute']>;

/**
 * Runs a crew with the date and the time, which are added where the caller gives none, and waits for its answer. Throws
 * `agents.not_found` and what `executeAgent` throws.
 */
export const executeCrew = async (
  ctx: Ctx,
  { params: { id }, body: { input, documents, ...given } }: Request,
  signal: AbortSignal,
) => {
  const { crewId } = await getCrew(ctx, id);
  const now = new Date().toISOString();
  const { date = now.slice(0, 10), time = now.slice(11, 19) } = given;
  const task = {
    ...{ agentId: crewId, documents, environment: 'PRODUCTION' as const },
    input: `${input}\n\nDate: ${date}. Time: ${time} (UTC).`,
  };
  return { ...(await Agents.executeAgent(ctx, task, signal)), date, time };
};
