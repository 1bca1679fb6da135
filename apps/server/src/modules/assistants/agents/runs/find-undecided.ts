import type { JsonValue } from '@atelier/contracts/fields/field-values';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { signalToken } from '../../../../kernel/runs/requests/index.ts';
import { readJournal, runFamilies, runLists } from '../../../../kernel/runs/view/index.ts';
import { agentRunKind } from '../engine/agent-run-type.ts';
import { canWriteAgent } from '../policy.ts';
import { allParts, ShownParts } from './present-run.ts';
import { readSteps } from './read-steps.ts';

/** A call about which somebody has to decide. */
export interface UndecidedCall {
  /** The run that waits, which may be that of an agent to which work was handed. */
  runId: string;
  tool: string;
  title: string;
  description: string;
  input: Record<string, JsonValue>;
  /** Decides about the call; null for those who may not. */
  token: string | null;
}

/** Lists a run, and the runs of agents to which it handed work, as far as they wait. */
const listWaiting = (ctx: Ctx, runId: string) =>
  ctx.tx(async (tx) => {
    const below = await runFamilies.listDescendants(tx.db, runId, undefined);
    const waiting = below.filter(({ kind, status }) => kind === agentRunKind && status === 'WAITING');
    const filter = { kinds: [agentRunKind], parts: allParts, visible: undefined };
    return Promise.all(
      [runId, ...waiting.map(({ id }) => id)].map(async (id) => ({
        id,
        input: ShownParts.parse((await runLists.find(tx.db, { id, ...filter }))?.input ?? {}),
        entries: await readJournal(tx.db, id),
      })),
    );
  });

/** Lists the calls about which somebody has to decide before a run goes on. */
export const findUndecided = async (ctx: Ctx, runId: string): Promise<UndecidedCall[]> => {
  const found: UndecidedCall[] = [];
  for (const { id, input, entries } of await listWaiting(ctx, runId)) {
    const { open } = await readSteps(ctx, input, entries);
    for (const { call, signal } of open) {
      if (signal === null) continue;
      const address = { tenantId: ctx.tenantId, runId: id, name: signal };
      const { name: tool, title, description } = call.tool;
      const token = canWriteAgent(ctx) ? signalToken(ctx.services.secrets, address) : null;
      found.push({ runId: id, tool, title, description, input: call.input, token });
    }
  }
  return found;
};
