import type { AgentUse, ToolOutcome, TurnReply } from '@atelier/agents';
import { parseJson } from '@atelier/contracts/kernel/parse-json';
import type { RunContext } from '../../../../kernel/runs/index.ts';
import { type JournalEntry, readJournal } from '../../../../kernel/runs/view/index.ts';

const nothing: AgentUse = { turns: 0, tokens: 0, cost: 0, workMs: 0 };

const sum = (uses: readonly AgentUse[]): AgentUse =>
  uses.reduce(
    (all, { turns, tokens, cost, workMs }) => ({
      turns: all.turns + turns,
      tokens: all.tokens + tokens,
      cost: all.cost + cost,
      workMs: all.workMs + workMs,
    }),
    nothing,
  );

const useOfEntry = ({ name, result }: JournalEntry): AgentUse => {
  if (result === null) return nothing;
  if (name.startsWith('turn ')) {
    const { reply } = parseJson(result) as { reply: TurnReply };
    return { turns: 1, tokens: reply.tokens, cost: reply.cost, workMs: reply.durationMs };
  }
  if (!name.startsWith('tools ')) return nothing;
  return sum((parseJson(result) as ToolOutcome[]).map(({ use = nothing }) => ({ ...use, workMs: 0 })));
};

/** Returns what a run that this one started has used until it failed, with all that it handed on. */
export const useOfFailed = ({ ctx, runId }: RunContext, childName: string): Promise<AgentUse> =>
  ctx.tx(async ({ db }) => {
    const child = (await readJournal(db, runId)).find(({ op, name }) => op === 'child' && name === childName);
    if (typeof child?.result !== 'string') return nothing;
    return sum((await readJournal(db, String(parseJson(child.result)))).map(useOfEntry));
  });
