import type { ApprovalDecision, ToolCall } from '@atelier/agents';
import { Json, JsonObject } from '@atelier/contracts/kernel/json';
import { z } from 'zod';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { type RunContext, RunFailure } from '../../../../kernel/runs/index.ts';
import { tenantMembers } from '../../../account/tenancy/index.ts';
import { sendApprovalLinks } from '../../runs/index.ts';
import { agentRepository } from '../repository.ts';
import type { AgentRunInput } from './agent-run-type.ts';

/** The name of the member who decided; null when nobody knows. */
const by = z.string().nullable().default(null);

/** A decision as it is recorded. */
export const Decision = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('APPROVED'), by }),
  z.object({ kind: z.literal('EDITED'), input: JsonObject, by }),
  z.object({ kind: z.literal('REJECTED'), reason: z.string(), by }),
  z.object({ kind: z.literal('NOT_DECIDED') }),
]);
export type Decision = z.infer<typeof Decision>;

/** The question about a call, as it is recorded. */
export const Asked = z.object({
  callId: z.string(),
  tool: z.string(),
  title: z.string(),
  description: z.string().default(''),
  input: Json,
  inputSchema: JsonObject.default({}),
});

/** Milliseconds in which somebody has to decide. */
const patienceMs = 7 * 24 * 3600 * 1000;

interface Asking {
  run: RunContext;
  agentId: string;
  asks: AgentRunInput['asks'];
}

/** Finds who is asked: the one who started the run, else the owner of the agent, as far as they are members. */
const findAsked = (ctx: Ctx, { agentId, asks }: Asking) =>
  ctx.tx(async (tx) => {
    const agent = await agentRepository.find(tx.db, agentId);
    const wanted = [asks.userId, agent?.createdBy].filter((id) => typeof id === 'string');
    const members = await tenantMembers.list(tx, { userIds: wanted });
    const [first] = wanted.flatMap((id) => members.filter(({ userId }) => userId === id));
    return { agentName: agent?.name ?? '', email: first?.email };
  });

/** Mails the link. A mail that cannot be sent ends nothing, because the screen of the run asks too. */
const sendLink = async (
  asking: Asking,
  { tool: { title, description } }: ToolCall,
  { mail, signal }: { mail: string; signal: string },
): Promise<void> => {
  const { run } = asking;
  const { agentName, email } = await findAsked(run.ctx, asking);
  if (email === undefined) return;
  const message = `The agent “${agentName}” wants to use “${title}” and waits for your decision.\n\n${description}`;
  try {
    await sendApprovalLinks(run, {
      ...{ entry: mail, signal, message, to: [email] },
      title: `May the agent “${agentName}” use “${title}”?`,
    });
  } catch (error) {
    if (!(error instanceof RunFailure)) throw error;
  }
};

/** Asks a person whether a call may be made, and waits for the decision. */
export const askForDecision = async (
  asking: Asking,
  call: ToolCall,
  names: { asked: string; mail: string; signal: string },
): Promise<ApprovalDecision> => {
  const { run, asks } = asking;
  const { id, tool, input } = call;
  const { name, title, description, inputSchema } = tool;
  await run.step(names.asked, () => ({ callId: id, tool: name, title, description, input, inputSchema }));
  if (asks.byMail) await sendLink(asking, call, names);
  return run.waitFor(names.signal, {
    schema: Decision,
    timeoutMs: patienceMs,
    onTimeout: () => ({ kind: 'NOT_DECIDED' as const }),
  });
};
