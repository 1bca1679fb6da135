import type { AgentGuardRail, GuardrailFlow } from '@atelier/contracts/assistants/guardrails';
import { buildGuardPrompt, readVerdict } from '@atelier/models/prompts';
import { type RunCause, type RunContext, RunFailure } from '../../../../kernel/runs/index.ts';
import { askRecorded } from '../../../content/models/index.ts';
import { detectJailbreak } from '../detect-jailbreak.ts';

/** A flow that asks a language model. */
type ModelFlow = Exclude<GuardrailFlow, 'jailbreak detection heuristics'>;

/** Returns the flows that are switched on. */
export const listEnabledFlows = ({
  enabled,
  configs,
}: Pick<AgentGuardRail, 'enabled' | 'configs'>): Set<GuardrailFlow> =>
  new Set(enabled ? configs.flatMap((each) => (each.enabled ? each.flow_list : [])) : []);

export const isModelFlow = (flow: GuardrailFlow): flow is ModelFlow =>
  flow !== 'jailbreak detection heuristics';

interface Order {
  rails: AgentGuardRail;
  /** The text by whoever gave the task. */
  task: string;
  modelId: string | null;
  /** The subject to which the calls of a model are charged. */
  reference: string;
}

/** The names of the entries that a check leaves in the journal of the run. */
const entryNameFor = (flow: GuardrailFlow): string => `Guardrail: ${flow}`;

const modelNeeded: RunCause = {
  code: 'guardrails.model_needed',
  message:
    'The task was not begun, because its check needs a language model and there is none. Please add one under Models, or switch the check off.',
};

const checkFailed: RunCause = {
  code: 'guardrails.check_failed',
  message: 'The task could not be checked, so it was not begun. Please try again in a moment.',
};

const blocksByModel = async (
  run: RunContext,
  flow: Parameters<typeof buildGuardPrompt>[0],
  { task, modelId, reference }: Order,
): Promise<boolean> => {
  const name = entryNameFor(flow);
  const verdict = await askRecorded(run, {
    names: { reply: name, payment: `@payment/${name}` },
    modelId,
    check: ({ extractive }) => {
      if (extractive) throw new RunFailure(modelNeeded);
    },
    request: buildGuardPrompt(flow, task),
    reference,
    record: ({ text }) => readVerdict(text) ?? null,
  });
  if (verdict === null) throw new RunFailure(checkFailed);
  return verdict === 'BLOCK';
};

/**
 * Checks the task of a run, each flow once however often the run begins anew. Returns true when one blocks it. A check that fails fails
 * the run: it neither blocks nor passes the task.
 */
export const isTaskBlocked = async (run: RunContext, order: Order): Promise<boolean> => {
  const flows = listEnabledFlows(order.rails);
  if (flows.has('jailbreak detection heuristics')) {
    const reason = await run.step(
      entryNameFor('jailbreak detection heuristics'),
      () => detectJailbreak(order.task) ?? null,
    );
    if (reason !== null) return true;
  }
  for (const flow of flows) if (isModelFlow(flow) && (await blocksByModel(run, flow, order))) return true;
  return false;
};
