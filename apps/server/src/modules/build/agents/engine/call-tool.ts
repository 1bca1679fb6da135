import { sourcesOf } from '@atelier/contracts/build/chat/citations';
import { isObject, type JsonValue } from '@atelier/contracts/fields/field-values';
import { PieceError, readInput } from '@atelier/pieces';
import { AppError } from '../../../../kernel/base/errors.ts';
import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { outboundIo } from '../../../content/connections/index.ts';
import { testRetrieval } from '../../../content/search/index.ts';
import { microPerCredit } from '../../../money/billing/index.ts';
import { findAppForChat } from '../../apps/index.ts';
import { answerQuestion, collectAnswer } from '../../chat/index.ts';
import { runPure } from '../../flows/index.ts';
import { findAction } from './default-tools.ts';
import { noPlatform } from './no-platform.ts';
import type { ToolBinding } from './resolved-agent.ts';
import type { SearchRecord, Source, Unnumbered } from './sources.ts';

/** A call as a tool carries it out. */
export interface ToolUse {
  /** Acts with the access of the agent's owner. */
  ctx: Ctx;
  input: Record<string, JsonValue>;
  /** The same at every attempt of this call, and different everywhere else. */
  key: string;
  signal: AbortSignal;
  /** The number of apps, flows and agents that asked each other in a row to make this call. */
  depth: number;
  /** Adds micro-credits to the cost of the run. */
  spend(microCredits: number): void;
}

/** The text under a name. The arguments were checked against the schema of the tool, which asks for it. */
export const textIn = (input: ToolUse['input'], name: string): string => {
  const value = input[name];
  return typeof value === 'string' ? value : '';
};

interface Result {
  output: JsonValue;
  /** Returns the text for the model, in which the first source has the number `first`; without it, the output as JSON. */
  write?: (first: number) => string;
  sources?: Source[];
  search?: SearchRecord;
}

/** The passages that a search returns. */
const passages = 6;

const runAction = async (
  { piece: pieceName, action: actionName }: Extract<ToolBinding, { kind: 'PIECE' }>,
  { ctx, input, key, signal }: ToolUse,
): Promise<Result> => {
  const found = findAction(pieceName, actionName);
  if (!found || found.action.kind === 'control')
    throw new PieceError('pieces.not_found', 'This server does not have this tool any more.');
  const { action } = found;
  const values = () => readInput(action.fields, input);
  if (action.kind === 'pure')
    return { output: await runPure(ctx, found, { input: { resolved: () => input, values }, signal }) };
  const io = outboundIo(ctx.services.outbound);
  return { output: await action.run({ input: values(), key, signal, io, platform: noPlatform }) };
};

const search = async (knowledgeBaseId: string, { ctx, input, signal }: ToolUse): Promise<Result> => {
  const query = textIn(input, 'query');
  const { results, mode } = await testRetrieval(ctx, { knowledgeBaseId, query, topK: passages }, signal);
  const output = results.map(({ text, score, document: { name, page, heading } }) => ({
    ...{ text, score, document: name },
    ...(page === undefined ? {} : { page }),
    ...(heading === undefined ? {} : { heading }),
  }));
  return {
    output,
    sources: results.map((hit): Source => ({ kind: 'PASSAGE', hit, query })),
    search: { query, mode },
    write: (first) =>
      output.map(({ document, text }, at) => `[${first + at}] ${document}\n${text}`).join('\n\n') ||
      'Nothing was found.',
  };
};

const noApp = (): never => {
  throw new PieceError(
    'pieces.not_found',
    'The app does not exist, or is not open to the owner of the agent.',
  );
};

const ask = async (appId: string, { ctx, input, signal, depth, spend }: ToolUse): Promise<Result> => {
  const asked = {
    open: async (tx: TxCtx) => (await findAppForChat(tx, appId)) ?? noApp(),
    text: textIn(input, 'question'),
    owner: { visitorHash: null, userId: 'userId' in ctx.actor ? ctx.actor.userId : null },
    depth: depth + 1,
  };
  const { answer, citations, usage } = await collectAnswer(answerQuestion(ctx, asked, signal));
  spend(Math.round(usage.credits * microPerCredit));
  // A number may have several quotes.
  const sources = sourcesOf(citations);
  const names = sources.map(({ documentName }) => documentName);
  return {
    output: { answer, documents: names },
    sources: sources.map(
      (citation): Source => ({
        kind: 'CITATION',
        citation: { ...citation, edited: citation.edited ?? false },
      }),
    ),
    write: (first) =>
      [
        answer.replace(/\[(\d{1,4})\]/g, (_all, number: string) => `[${first + Number(number) - 1}]`),
        ...names.map((name, at) => `[${first + at}] ${name}`),
      ].join('\n'),
  };
};

/** Messages of known failures are for people, and so for the model; of others it learns nothing. */
const messageOf = (error: unknown): string | undefined =>
  error instanceof PieceError || error instanceof AppError ? error.message : undefined;

const carryOut = (binding: ToolBinding, use: ToolUse): Promise<Result> => {
  if (binding.kind === 'PIECE') return runAction(binding, use);
  if (binding.kind === 'KNOWLEDGE') return search(binding.knowledgeBaseId, use);
  if (binding.kind === 'APP') return ask(binding.appId, use);
  throw new Error('Work for other agents is a run of its own.');
};

/** Returns the text of a result as the model reads it. */
export const textOf = (output: JsonValue): string =>
  typeof output === 'string' ? output : JSON.stringify(output, null, isObject(output) ? 1 : 0);

/** Carries out a call. A failure is an outcome, which the model reads; only the end of the run is thrown. */
export const callTool = async (binding: ToolBinding, use: ToolUse): Promise<Unnumbered> => {
  const since = performance.now();
  const durationMs = () => Math.round(performance.now() - since);
  try {
    const { write, ...result } = await carryOut(binding, use);
    return {
      ...result,
      write: write ?? (() => textOf(result.output)),
      isFailed: false,
      durationMs: durationMs(),
    };
  } catch (error) {
    use.signal.throwIfAborted();
    const message = messageOf(error);
    if (message === undefined) use.ctx.log.error({ err: error }, 'a tool of an agent failed');
    const text = message ?? 'The tool failed for a reason that is not known. It was written to the log.';
    return { write: () => text, output: text, isFailed: true, durationMs: durationMs() };
  }
};
