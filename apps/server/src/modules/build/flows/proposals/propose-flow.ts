import type { Flow, FlowProblem } from '@atelier/contracts/build/flows/flow-model';
import { parseJson } from '@atelier/contracts/kernel/parse-json';
import { OperationError } from '@atelier/flows/operations';
import { validateFlow } from '@atelier/flows/validation';
import { promptOf } from '@atelier/models';
import { AppError, fail } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { completeText, type ResolvedChatModel, resolveChatModel } from '../../../content/models/index.ts';
import { writeContent } from '../content.ts';
import { pieceCatalogue } from '../pieces/catalogue.ts';
import { describeTask } from './describe-task.ts';
import { planOperations } from './plan-operations.ts';
import { Proposal } from './proposal-shape.ts';

const longestAnswer = 6000;
const longestQuote = 20_000;
/** The most reasons that the second question names. */
const mostReasons = 10;

interface Built {
  flow: Flow;
  problems: FlowProblem[];
}

/** Returns true for what only the user knows: a connection, or the value of a field that the sentence leaves open. */
const isForUser = (flow: Flow, { step, field }: FlowProblem): boolean => {
  if (field === undefined || field === 'connectionId') return field !== undefined;
  const of = flow.steps[step] ?? flow.triggers.find(({ name }) => name === step);
  const settings = of && 'settings' in of ? of.settings : null;
  const value = settings && 'input' in settings ? settings.input[field] : undefined;
  return value === undefined || value === null || value === '';
};

/** Reads an answer as a flow, or says in sentences why it is none. */
const build = (answer: string): Built | { why: string[] } => {
  const json = parseJson(answer.slice(answer.indexOf('{'), answer.lastIndexOf('}') + 1));
  const read = Proposal.safeParse(json);
  if (!read.success) {
    const issues = read.error.issues.slice(0, mostReasons);
    return { why: issues.map(({ path, message }) => `${path.join('.') || 'The answer'}: ${message}`) };
  }
  try {
    const { flow } = planOperations(read.data, pieceCatalogue);
    return { flow, problems: validateFlow(flow, pieceCatalogue).problems };
  } catch (error) {
    if (error instanceof OperationError) return { why: [error.message] };
    throw error;
  }
};

const reasonsOf = (built: ReturnType<typeof build>): string[] =>
  'why' in built
    ? built.why
    : built.problems
        .filter((it) => !isForUser(built.flow, it))
        .map(({ step, message }) => `${step}: ${message}`);

const asker =
  (ctx: Ctx, model: ResolvedChatModel, signal: AbortSignal) =>
  (messages: Parameters<typeof promptOf>[0]): Promise<string> =>
    completeText(ctx, model, {
      request: {
        prompt: promptOf(messages, describeTask()),
        maxOutputTokens: longestAnswer,
        ...(model.model.capabilities.structuredOutput ? { responseFormat: { type: 'json' } as const } : {}),
      },
      reference: 'flow proposal',
      signal,
    });

/**
 * Asks the model of the company for a flow that does what a sentence says; what does not fit is sent back to it once. Stores nothing and
 * runs nothing. Throws `flows.no_writing_model`, `flows.proposal_unusable`, `billing.credits_too_low` and the upstream failures.
 */
export const proposeFlow = async (ctx: Ctx, sentence: string, signal: AbortSignal) => {
  const model = await resolveChatModel(ctx, null);
  if (model.extractive) return fail('flows.no_writing_model');
  const ask = asker(ctx, model, signal);
  const asked = { role: 'user' as const, content: `The text:\n"""\n${sentence}\n"""` };
  const first = await ask([asked]);
  let built = build(first);
  const reasons = reasonsOf(built);
  if (reasons.length > 0) {
    const reply = { role: 'assistant' as const, content: first.slice(0, longestQuote) };
    const why = reasons.slice(0, mostReasons).join('\n');
    const again = {
      role: 'user' as const,
      content: `This does not fit:\n${why}\nAnswer with the whole corrected JSON object.`,
    };
    const second = build(await ask([asked, reply, again]));
    // A flow with problems is better than none.
    if (!('why' in second) || 'why' in built) built = second;
  }
  if ('why' in built) throw new AppError('flows.proposal_unusable', { problems: built.why });
  const { flow, problems } = built;
  const { trigger, otherTriggers, notes } = writeContent(flow, problems);
  return { content: { displayName: flow.displayName, trigger, otherTriggers, notes }, problems };
};
