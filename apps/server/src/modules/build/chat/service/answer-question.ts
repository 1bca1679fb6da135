import type { AnswerKind, Citation, Message, Usage } from '@atelier/contracts/build/chat/chat';
import {
  type ModelPart,
  type ModelRequest,
  type ModelUsage,
  promptOf,
  type TextMessage,
} from '@atelier/models';
import { replyFormOf, smallTalk } from '@atelier/models/extractive';
import { buildKnowledgePrompt, type Chunk, cutHistory } from '@atelier/models/prompts';
import { createCitationStream, selectQuote } from '@atelier/retrieval/citations';
import { splitSentences } from '@atelier/retrieval/text';
import type { z } from 'zod';
import { AppError } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { askModel, type ResolvedChatModel } from '../../../content/models/index.ts';
import { positionAt } from '../../../content/search/index.ts';
import type { AppForChat } from '../../apps/index.ts';
import { type Found, type FoundChunk, findChunks } from './find-chunks.ts';
import {
  type Asked,
  type BegunMessage,
  beginMessage,
  type Outcome,
  type Question,
  settleMessage,
} from './store-message.ts';

/** Returns the sentence that a marker at the end of `text` follows. */
const lastSentence = (text: string): string => splitSentences(text.slice(-600)).at(-1)?.text ?? '';

/** Makes a citation with the quote that supports the sentence before it, as a span of the document's text. */
export const citeChunk = (
  index: number,
  found: FoundChunk,
  question: string,
  answerSoFar: string,
): Citation => {
  const { hit } = found;
  const { quote, start, end } = selectQuote(question, hit.text, lastSentence(answerSoFar));
  const { document } = hit;
  return {
    index,
    chunkId: hit.chunkId,
    knowledgeBaseImportId: document.knowledgeBaseImportId,
    documentName: document.name,
    ...positionAt(hit.positions, hit.start + start),
    ...(document.heading === undefined ? {} : { heading: document.heading }),
    quote,
    start: hit.start + start,
    end: hit.start + end,
    edited: hit.edited,
  };
};

/**
 * The events of an answer, in order: one `start`, then texts and citations, then one `done`; one `form` may come before the first text or
 * after the last.
 */
export type AnswerEvent =
  | { type: 'start'; queryId: string; conversationId: string }
  | { type: 'form'; answerKind: AnswerKind; wordings: string[] }
  | { type: 'token'; text: string }
  | { type: 'citation'; citation: Citation }
  | { type: 'done'; status: Message['status']; usage: z.infer<typeof Usage> };

/** The state of an answer that is being written. */
interface Writing {
  ctx: Ctx;
  question: Question;
  resolved: ResolvedChatModel;
  history: TextMessage[];
  outcome: Outcome;
  paid: BegunMessage['paid'];
  signal: AbortSignal;
}

/** Returns the text that the app's owner adds to every question (CHUNK-02). */
const findStaticText = ({ settings }: AppForChat): string | undefined => {
  const { enabled, text } = settings.chunkingStrategy.staticText;
  return enabled ? text : undefined;
};

/** Returns as much of the earlier conversation as the app's owner lets the model read (CHUNK-02). */
const cutToContext = ({ settings }: AppForChat, history: TextMessage[]): TextMessage[] => {
  const { enabled, tokens } = settings.chunkingStrategy.previousSession;
  return enabled ? cutHistory(history, tokens) : [];
};

/**
 * Returns the texts that the extractive model may quote. It reads no prompt, so the owner's background text is added as a chunk, whose
 * citation is not shown.
 */
const quotable = ({ name }: AppForChat, background: string | undefined, chunks: Chunk[]): Chunk[] =>
  background === undefined
    ? chunks
    : [{ index: 0, chunkId: 'background', documentName: name, text: background }, ...chunks];

const requestOf = ({ question, resolved, history }: Writing, found: Found): ModelRequest => {
  const { app, text } = question;
  const chunks = found.chunks.map(({ chunk }) => chunk);
  const { instructions, model } = app.settings;
  const background = findStaticText(app);
  const messages: TextMessage[] = [...cutToContext(app, history), { role: 'user', content: text }];
  if (resolved.extractive) {
    const extractive = { chunks: quotable(app, background, chunks), topics: found.topics };
    return { prompt: promptOf(messages), providerOptions: { extractive } };
  }
  return {
    prompt: promptOf(messages, buildKnowledgePrompt({ instructions, background, chunks })),
    temperature: model.temp,
    topP: model.topP,
    maxOutputTokens: model.responseMaxToken,
    presencePenalty: model.presentPenalty,
    frequencyPenalty: model.frequencyPenalty,
  };
};

const addUsage = (outcome: Outcome, used: ModelUsage): void => {
  outcome.usage = {
    inputTokens: outcome.usage.inputTokens + used.inputTokens.total,
    outputTokens: outcome.usage.outputTokens + used.outputTokens.total,
  };
};

const setForm = (outcome: Outcome, answerKind: AnswerKind, wordings: readonly string[]): AnswerEvent => {
  Object.assign(outcome, { answerKind, wordings: [...wordings] });
  return { type: 'form', answerKind, wordings: [...wordings] };
};

/**
 * Classifies the text of a language model. Its instructions make it cite each statement, and cite nothing when it found no answer. For an
 * app without documents, or with background text of its owner, a missing citation says nothing.
 */
const kindOfWritten = ({ question, outcome }: Writing): AnswerKind => {
  const cannotTell = question.app.knowledgeBaseIds.length === 0 || findStaticText(question.app) !== undefined;
  const isTalk = smallTalk(question.text) !== undefined;
  return cannotTell || isTalk || outcome.citations.length > 0 ? 'ANSWER' : 'NONE';
};

/** Yields the model's text with its markers renumbered, and each citation right before its marker. */
async function* cite(
  writing: Writing,
  found: Found,
  parts: AsyncIterable<ModelPart>,
): AsyncIterable<AnswerEvent> {
  const { outcome, question } = writing;
  const stream = createCitationStream(found.chunks);
  const show = function* ({ text, newCitations }: ReturnType<typeof stream.push>): Iterable<AnswerEvent> {
    for (const { index, chunk } of newCitations) {
      const citation = citeChunk(
        index,
        chunk,
        question.text,
        outcome.answer + text.slice(0, text.indexOf(`[${index}]`)),
      );
      outcome.citations.push(citation);
      yield { type: 'citation', citation };
    }
    if (text === '') return;
    outcome.answer += text;
    yield { type: 'token', text };
  };
  for await (const part of parts) {
    const form = replyFormOf(part);
    if (form) yield setForm(outcome, form.kind, form.wordings);
    if (part.type === 'text-delta') yield* show(stream.push(part.delta));
    if (part.type === 'finish') addUsage(outcome, part.usage);
  }
  yield* show(stream.end());
}

/** Nobody reads faster, and text that arrives in steps of this length still seems to flow. */
const readEveryMs = 40;

async function* write(writing: Writing): AsyncIterable<AnswerEvent> {
  const { ctx, question, resolved, history, outcome, paid, signal } = writing;
  const onUsage = (usage: ModelUsage) => addUsage(outcome, usage);
  const found = await findChunks(ctx, {
    app: question.app,
    history,
    question: question.text,
    resolved,
    paid,
    signal,
    onUsage,
  });
  outcome.retrieval = found.record;
  const options = { signal, readEveryMs };
  yield* cite(writing, found, askModel(ctx, resolved, requestOf(writing, found), options));
  if (!resolved.extractive) yield setForm(outcome, kindOfWritten(writing), []);
  outcome.status = 'COMPLETED';
}

const blankOutcome = (): Outcome => ({
  status: 'STOPPED',
  answer: '',
  answerKind: 'ANSWER',
  wordings: [],
  citations: [],
  retrieval: {},
  usage: { inputTokens: 0, outputTokens: 0 },
  error: null,
});

const ownersBusiness = new Set(['models.upstream_unauthorized', 'models.not_found']);

/** A failure that only the app's owner can fix is stored for them; a visitor reads that the model is not available. */
const forReader = (ctx: Ctx, failure: unknown): unknown =>
  (ctx.actor.kind === 'visitor' || ctx.actor.kind === 'app-user') &&
  failure instanceof AppError &&
  ownersBusiness.has(failure.code)
    ? new AppError('models.upstream_unavailable', undefined, { cause: failure })
    : failure;

/** Runs `write`, and settles the message however it ends: finished, stopped by the reader, or failed. */
async function* writeAndSettle(writing: Writing, begun: BegunMessage): AsyncIterable<AnswerEvent> {
  const { ctx, resolved, outcome, signal } = writing;
  let settled: z.infer<typeof Usage> | undefined;
  let failure: unknown;
  try {
    yield* write(writing);
  } catch (error) {
    if (!signal.aborted) {
      failure = error;
      outcome.status = 'FAILED';
      outcome.error =
        error instanceof AppError
          ? { code: error.code, message: error.message }
          : { code: 'server.internal', message: 'Something went wrong. Please try again.' };
    }
  } finally {
    // This is also reached when the reader has left: the used tokens are charged, and the written text is stored.
    settled = await settleMessage(ctx, begun, resolved, outcome);
  }
  if (failure !== undefined) throw forReader(ctx, failure);
  yield { type: 'done', status: outcome.status, usage: settled };
}

/**
 * Answers a question from the app's knowledge. The question is stored before any paid call, and the answer with its citations is stored
 * whether it ends complete, stopped or failed.
 */
export async function* answerQuestion(
  ctx: Ctx,
  asked: Asked,
  signal: AbortSignal,
): AsyncIterable<AnswerEvent> {
  const { begun, ...rest } = await beginMessage(ctx, asked);
  yield { type: 'start', queryId: begun.queryId, conversationId: begun.conversationId };
  const { paid } = begun;
  yield* writeAndSettle({ ctx, ...rest, outcome: blankOutcome(), paid, signal }, begun);
}
