import type { ToolOutcome } from '@atelier/agents';
import { isObject, type JsonValue } from '@atelier/contracts/fields/field-values';
import { PieceError, readInput } from '@atelier/pieces';
import { AppError } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { outboundIo } from '../../../content/connections/index.ts';
import { testRetrieval } from '../../../content/search/index.ts';
import { findAppForChat } from '../../apps/index.ts';
import { type AnswerEvent, answerQuestion } from '../../chat/index.ts';
import { runPure } from '../../flows/index.ts';
import { findAction } from './default-tools.ts';
import { noPlatform } from './no-platform.ts';
import type { ToolBinding } from './resolved-agent.ts';

/** A call as a tool carries it out. */
export interface ToolUse {
  /** Acts with the access of the agent's owner. */
  ctx: Ctx;
  input: Record<string, JsonValue>;
  /** The same at every attempt of this call, and different everywhere else. */
  key: string;
  signal: AbortSignal;
}

/** The text under a name. The arguments were checked against the schema of the tool, which asks for it. */
export const textIn = (input: ToolUse['input'], name: string): string => {
  const value = input[name];
  return typeof value === 'string' ? value : '';
};

interface Result {
  output: JsonValue;
  /** The text for the model; without it, the output as JSON. */
  text?: string;
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
  const { results } = await testRetrieval(ctx, { knowledgeBaseId, query, topK: passages }, signal);
  const output = results.map(({ text, score, document: { name, page, heading } }) => ({
    ...{ text, score, document: name },
    ...(page === undefined ? {} : { page }),
    ...(heading === undefined ? {} : { heading }),
  }));
  const shown = output.map(({ document, text }, at) => `[${at + 1}] ${document}\n${text}`);
  return { output, text: shown.length === 0 ? 'Nothing was found.' : shown.join('\n\n') };
};

const collect = async (events: AsyncIterable<AnswerEvent>): Promise<Result> => {
  let answer = '';
  const documents: string[] = [];
  for await (const event of events) {
    if (event.type === 'token') answer += event.text;
    else if (event.type === 'citation')
      documents.push(`[${event.citation.index}] ${event.citation.documentName}`);
  }
  return { output: { answer, documents }, text: [answer, ...documents].join('\n') };
};

const ask = (appId: string, { ctx, input, signal }: ToolUse): Promise<Result> => {
  const noApp = (): never => {
    throw new PieceError(
      'pieces.not_found',
      'The app does not exist, or is not open to the owner of the agent.',
    );
  };
  const owner = { visitorHash: null, userId: 'userId' in ctx.actor ? ctx.actor.userId : null };
  return collect(
    answerQuestion(
      ctx,
      {
        open: async (tx) => (await findAppForChat(tx, appId)) ?? noApp(),
        text: textIn(input, 'question'),
        owner,
        conversationId: undefined,
      },
      signal,
    ),
  );
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
export const callTool = async (binding: ToolBinding, use: ToolUse): Promise<ToolOutcome> => {
  const since = performance.now();
  const durationMs = () => Math.round(performance.now() - since);
  try {
    const { output, text = textOf(output) } = await carryOut(binding, use);
    return { text, output, isFailed: false, durationMs: durationMs() };
  } catch (error) {
    use.signal.throwIfAborted();
    const message = messageOf(error);
    if (message === undefined) use.ctx.log.error({ err: error }, 'a tool of an agent failed');
    const text = message ?? 'The tool failed for a reason that is not known. It was written to the log.';
    return { text, output: text, isFailed: true, durationMs: durationMs() };
  }
};
