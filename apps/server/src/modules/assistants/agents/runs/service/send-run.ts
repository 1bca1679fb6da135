import type { agentRuns } from '@atelier/contracts/assistants/agents/agent-runs';
import type { Ctx } from '../../../../../kernel/context/context.ts';
import type { Anonymous, Exchange } from '../../../../../kernel/module/exchange.ts';
import { type AlreadyAnswered, answered } from '../../../../../kernel/module/module.ts';
import { findAgentRun } from './read-runs.ts';
import { watchAgentRun } from './watch-run.ts';

type Streamed = (typeof agentRuns.endpoints)['events'] | (typeof agentRuns.endpoints)['execute'];

/** Returns true while the actor still sees the run that `ctx` was opened for, with the same role. */
const seesRunAsBefore = async ({ actor }: Ctx, { own, principal }: Anonymous, runId: string) => {
  if (!own || !('role' in actor) || principal?.role !== actor.role) return false;
  await own.tx((tx) => findAgentRun(tx, runId));
  return true;
};

/** Returns the number of steps that a reader who comes back has. */
const knownSteps = (lastId: string | string[] | undefined): number =>
  typeof lastId === 'string' && /^\d{1,6}$/.test(lastId) ? Number(lastId) : 0;

/** Streams a run until it has ended or the reader leaves; the run goes on without readers. Throws `agents.run_not_found`. */
export const sendRun = async (
  ctx: Ctx,
  runId: string,
  exchange: Exchange<Streamed>,
): Promise<AlreadyAnswered> => {
  exchange.holdStream(ctx.tenantId, (asker) => seesRunAsBefore(ctx, asker, runId));
  const known = knownSteps(exchange.headers['last-event-id']);
  const events = watchAgentRun(ctx, runId, { known, signal: exchange.signal })[Symbol.asyncIterator]();
  let next = await events.next();
  const sink = exchange.openEvents();
  try {
    for (; !next.done; next = await events.next()) {
      const { event, data } = next.value;
      if (event === 'step') await sink.send(event, data, String(data.at + 1));
      else if (event === 'writing') await sink.sendSoon(event, data);
      else await sink.send(event, data);
    }
  } finally {
    sink.close();
    await events.return?.();
  }
  return answered;
};
