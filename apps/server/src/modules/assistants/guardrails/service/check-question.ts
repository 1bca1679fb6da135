import type { TraceStep } from '@atelier/contracts/assistants/chat/trace';
import type { AppGuardRail, GuardrailFlow } from '@atelier/contracts/assistants/guardrails';
import { estimateRequestTokens } from '@atelier/models';
import { buildGuardPrompt, guardTokens, readVerdict } from '@atelier/models/prompts';
import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import {
  askModel,
  computeCost,
  findChatModel,
  type OfferedModels,
  type ResolvedChatModel,
} from '../../../content/models/index.ts';
import { detectJailbreak } from '../detect-jailbreak.ts';
import { isModelFlow, listEnabledFlows } from './check-task.ts';

/** The usage of a model's call for a check; `cost` is in micro-credits. */
interface CheckUse {
  kind: 'OTHER';
  modelId: string;
  cost: number;
  inputTokens: number;
  outputTokens: number;
}

interface Checking {
  ctx: Ctx;
  signal: AbortSignal;
  trace: (step: TraceStep) => void;
}

/** The checks of one question, before any of them ran. */
export interface QuestionChecks {
  /** The most that each call of a model can cost. */
  hold: readonly { modelId: string; amount: number }[];
  /** Returns true when the question is blocked. Throws when a check fails. */
  isBlocked(checking: Checking): Promise<boolean>;
  used(): readonly CheckUse[];
}

interface Order {
  rails: AppGuardRail;
  question: string;
  /** The model of the app; null for the company's default. */
  modelId: string | null;
}

const withinMs = 15_000;

const traced = (flow: GuardrailFlow, startedAt: number, outcome: Pick<Step, 'status' | 'detail'>): Step => ({
  kind: 'STEP',
  title: `Guardrail: ${flow}`,
  durationMs: Math.round(performance.now() - startedAt),
  ...outcome,
});
type Step = Extract<TraceStep, { kind: 'STEP' }>;

const passed = { status: 'SUCCEEDED' as const, detail: 'The question passed.' };

const runHeuristics = (question: string, trace: Checking['trace']): boolean => {
  const startedAt = performance.now();
  const reason = detectJailbreak(question);
  const outcome =
    reason === undefined
      ? passed
      : { status: 'FAILED' as const, detail: `The question was blocked. ${reason}` };
  trace(traced('jailbreak detection heuristics', startedAt, outcome));
  return reason !== undefined;
};

/** Asks a model for its verdict. Whatever it answers besides the two words fails the check. */
const askVerdict = async (
  { ctx, signal }: Checking,
  {
    resolved,
    request,
    use,
  }: {
    resolved: ResolvedChatModel;
    request: ReturnType<typeof buildGuardPrompt>;
    use: (used: CheckUse) => void;
  },
) => {
  let reply = '';
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(withinMs)]);
  for await (const part of askModel(ctx, resolved, request, { signal: deadline })) {
    if (part.type === 'text-delta') reply += part.delta;
    if (part.type !== 'finish') continue;
    const tokens = { inputTokens: part.usage.inputTokens.total, outputTokens: part.usage.outputTokens.total };
    use({ kind: 'OTHER', modelId: resolved.modelId, ...tokens, cost: computeCost(resolved.price, tokens) });
  }
  return readVerdict(reply);
};

const buildChecks = (
  flows: ReadonlySet<GuardrailFlow>,
  question: string,
  resolved: ResolvedChatModel | undefined,
): QuestionChecks => {
  const used: CheckUse[] = [];
  const calls = [...flows]
    .filter(isModelFlow)
    .map((flow) => ({ flow, request: buildGuardPrompt(flow, question) }));
  const runModel = async (
    checking: Checking,
    { flow, request }: (typeof calls)[number],
  ): Promise<boolean> => {
    if (resolved === undefined || resolved.extractive) return fail('guardrails.model_needed');
    const startedAt = performance.now();
    const end = (status: Step['status'], detail: string) =>
      checking.trace(traced(flow, startedAt, { status, detail }));
    let verdict: ReturnType<typeof readVerdict>;
    try {
      verdict = await askVerdict(checking, { resolved, request, use: (each) => used.push(each) });
    } catch (error) {
      end('FAILED', 'The model could not be asked.');
      if (checking.signal.aborted) throw error;
      return fail('guardrails.check_failed');
    }
    if (verdict === undefined) {
      end('FAILED', 'The model gave no verdict.');
      return fail('guardrails.check_failed');
    }
    if (verdict === 'BLOCK') end('FAILED', `The question was blocked by ${resolved.modelId}.`);
    else end(passed.status, passed.detail);
    return verdict === 'BLOCK';
  };
  return {
    hold:
      resolved === undefined || resolved.extractive
        ? []
        : calls.map(({ request }) => ({
            modelId: resolved.modelId,
            amount: computeCost(resolved.price, {
              inputTokens: estimateRequestTokens(request),
              outputTokens: guardTokens,
            }),
          })),
    async isBlocked(checking) {
      if (flows.has('jailbreak detection heuristics') && runHeuristics(question, checking.trace)) return true;
      for (const call of calls) if (await runModel(checking, call)) return true;
      return false;
    },
    used: () => used,
  };
};

/** Plans the checks of a question, in the transaction that stores it. Returns undefined for an app without any. */
export const planChecks = async (
  tx: TxCtx,
  { rails, question, modelId }: Order,
  offered: OfferedModels,
): Promise<QuestionChecks | undefined> => {
  const flows = listEnabledFlows(rails);
  if (flows.size === 0) return undefined;
  const asksModel = [...flows].some(isModelFlow);
  return buildChecks(flows, question, asksModel ? await findChatModel(tx, offered, modelId) : undefined);
};
