import type { Flow, FlowProblem } from '@atelier/contracts/assistants/flows/flow-model';
import { saysNothingWritten } from '@atelier/contracts/content/model-errors';
import { parseForeignJson } from '@atelier/contracts/kernel/parse-json';
import { OperationError } from '@atelier/flows/operations';
import { validateFlow } from '@atelier/flows/validation';
import { toProviderPrompt } from '@atelier/models';
import type { z } from 'zod';
import { AppError, fail } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { completeText, type ResolvedChatModel, resolveChatModel } from '../../../content/models/index.ts';
import { writeContent } from '../content.ts';
import { pieceCatalogue } from '../pieces/catalogue.ts';

const longestAnswer = 6000;
const longestQuote = 20_000;
/** The most reasons that the second question names. */
const mostReasons = 10;

interface Built {
  flow: Flow;
  problems: FlowProblem[];
}

/** The question to a model, and the conversion of its answer to a flow. */
export interface Asking<Answer> {
  instructions: string;
  question: string;
  shape: z.ZodType<Answer>;
  /** Makes the flow. Throws an OperationError whose message says what does not fit. */
  plan: (answer: Answer) => Flow;
  /** The problems that the flow has without the answer. */
  known: readonly FlowProblem[];
  unusable: 'flows.proposal_unusable' | 'flows.change_unusable';
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
const build = <Answer>(answer: string, { shape, plan }: Asking<Answer>): Built | { why: string[] } => {
  const json = parseForeignJson(answer.slice(answer.indexOf('{'), answer.lastIndexOf('}') + 1));
  const read = shape.safeParse(json);
  if (!read.success) {
    const issues = read.error.issues.slice(0, mostReasons);
    return { why: issues.map(({ path, message }) => `${path.join('.') || 'The answer'}: ${message}`) };
  }
  try {
    const flow = plan(read.data);
    return { flow, problems: validateFlow(flow, pieceCatalogue).problems };
  } catch (error) {
    if (error instanceof OperationError) return { why: [error.message] };
    throw error;
  }
};

const describeProblems = (built: ReturnType<typeof build>, known: readonly FlowProblem[]): string[] => {
  if ('why' in built) return built.why;
  const isKnown = ({ step, message }: FlowProblem) =>
    known.some((it) => it.step === step && it.message === message);
  return built.problems
    .filter((it) => !isForUser(built.flow, it) && !isKnown(it))
    .map(({ step, message }) => `${step}: ${message}`);
};

const asker =
  (
    ctx: Ctx,
    { model, instructions }: { model: ResolvedChatModel; instructions: string },
    signal: AbortSignal,
  ) =>
  (messages: Parameters<typeof toProviderPrompt>[0]): Promise<string> =>
    completeText(ctx, model, {
      request: {
        prompt: toProviderPrompt(messages, instructions),
        maxOutputTokens: longestAnswer,
        ...(model.model.capabilities.structuredOutput ? { responseFormat: { type: 'json' } as const } : {}),
      },
      reference: 'flow proposal',
      signal,
    });

/** A model that has nothing to add when it is asked again is taken at its first word. */
const textOfFailure = (error: unknown): string => {
  if (error instanceof AppError && saysNothingWritten(error.code)) return '';
  throw error;
};

/**
 * Asks the model of the company for a flow; what does not fit is sent back to it once. Stores nothing and runs nothing. Throws
 * `flows.no_writing_model`, what `asking` names as unusable, `billing.credits_too_low` and the upstream failures.
 */
export const askForFlow = async <Answer>(ctx: Ctx, asking: Asking<Answer>, signal: AbortSignal) => {
  const model = await resolveChatModel(ctx, null);
  if (model.extractive) return fail('flows.no_writing_model');
  const ask = asker(ctx, { model, instructions: asking.instructions }, signal);
  const asked = { role: 'user' as const, content: asking.question };
  const first = await ask([asked]);
  let built = build(first, asking);
  const reasons = describeProblems(built, asking.known);
  if (reasons.length > 0) {
    const reply = { role: 'assistant' as const, content: first.slice(0, longestQuote) };
    const why = reasons.slice(0, mostReasons).join('\n');
    const again = {
      role: 'user' as const,
      content: `This does not fit:\n${why}\nAnswer with the whole corrected JSON object.`,
    };
    const second = build(await ask([asked, reply, again]).catch(textOfFailure), asking);
    // A flow with problems is better than none.
    if (!('why' in second) || 'why' in built) built = second;
  }
  if ('why' in built) throw new AppError(asking.unusable, { problems: built.why });
  const { flow, problems } = built;
  const { trigger, otherTriggers, notes } = writeContent(flow, problems);
  return { content: { displayName: flow.displayName, trigger, otherTriggers, notes }, problems };
};
