import type { ContextSettings } from '@atelier/contracts/build/apps';
import type { AnswerKind, Citation } from '@atelier/contracts/build/chat/chat';
import {
  estimateTokens,
  type ModelPart,
  type ModelRequest,
  type ModelUsage,
  promptOf,
  type TextMessage,
} from '@atelier/models';
import { coreQuestion, replyFormOf, smallTalk } from '@atelier/models/extractive';
import {
  buildKnowledgePrompt,
  type Chunk,
  followUpTokens,
  summaryTokens,
  tableTokens,
} from '@atelier/models/prompts';
import type { Ctx } from '../../../../../kernel/context/context.ts';
import {
  askModel,
  costOf,
  prepareChatModels,
  type ResolvedChatModel,
} from '../../../../content/models/index.ts';
import { type PaidEmbeddings, prepareQuestion } from '../../../../content/search/index.ts';
import type { Answerer, Answering } from '../../../apps/index.ts';
import { isTableName } from '../../attached/file-access.ts';
import { tablesOfFile } from '../../attached/search-file.ts';
import { citeChunk, createCiter } from '../../cite.ts';
import { stopwatch } from '../../stopwatch.ts';
import { basicLinks } from './basic-links.ts';
import { type Earlier, mayCondense, readEarlier } from './earlier-conversation.ts';
import { type Found, findChunks, longestRewrite, standAlone } from './find-chunks.ts';
import { findFollowUps } from './find-follow-ups.ts';
import { askTables } from './tables/ask-tables.ts';

type Form = Extract<Answering.AnswerPart, { type: 'form' }>;
type Part = Exclude<Answering.AnswerPart, { type: 'left' }>;

/** An answer from the app's knowledge bases that is being written. */
interface BasicWriting extends Answering.Writing {
  app: Answering.AnsweredBy;
  question: string;
  /** The file that answers, in the place of the knowledge bases. */
  file: Answering.AskedFile | undefined;
  resolved: ResolvedChatModel;
  paid: PaidEmbeddings | undefined;
  onUsage: (usage: ModelUsage) => void;
}

/** Returns the most text that goes to the model besides the chunks. */
const mostBeside = ({ previousSession, staticText }: ContextSettings): number =>
  (previousSession.enabled ? previousSession.tokens : 0) +
  (staticText.enabled ? estimateTokens(staticText.text) : 0);

/** Returns the most that an answer can cost, in micro-credits: a full context and the longest reply, with the calls beside it. */
const mostItCosts = (
  { app, file }: Pick<Answering.AnswerOrder, 'app' | 'file'>,
  resolved: ResolvedChatModel,
): number => {
  const { model, chunkingStrategy, followUp, csvAgent } = app.settings;
  const asksNext = followUp && !resolved.extractive;
  const condenses = mayCondense(app, resolved);
  const asksTables = (file === undefined ? csvAgent : isTableName(file.name)) && !resolved.extractive;
  const { contextMaxToken } = model;
  return costOf(resolved.price, {
    inputTokens:
      contextMaxToken +
      mostBeside(chunkingStrategy) +
      (asksNext ? contextMaxToken : 0) +
      (condenses ? contextMaxToken + summaryTokens : 0) +
      (asksTables ? tableTokens.input : 0),
    outputTokens:
      model.responseMaxToken +
      (asksNext ? followUpTokens : 0) +
      (condenses ? summaryTokens : 0) +
      (asksTables ? tableTokens.output : 0),
  });
};

/** Returns what is known of the search for a question before the earlier messages are read. */
const searchFor = ({ app, text, isFirst, file }: Answering.AnswerOrder, { modelId }: ResolvedChatModel) => ({
  // A file is searched by words, which needs no embedding.
  knowledgeBaseIds: file === undefined ? app.knowledgeBaseIds : [],
  settings: app.settings.retrieval,
  query: isFirst || !app.settings.followupConversation ? coreQuestion(text) : undefined,
  mostTokens: Math.max(estimateTokens(text), longestRewrite),
  modelId,
});

/** Returns the text that the app's owner adds to every question (CHUNK-02). */
const findStaticText = ({ settings }: Answering.AnsweredBy): string | undefined => {
  const { enabled, text } = settings.chunkingStrategy.staticText;
  return enabled ? text : undefined;
};

/**
 * Returns the texts that the extractive model may quote. It reads no prompt, so the owner's background text is added as a chunk, whose
 * citation is not shown.
 */
const quotable = (
  { name }: Answering.AnsweredBy,
  background: string | undefined,
  chunks: Chunk[],
): Chunk[] =>
  background === undefined
    ? chunks
    : [{ index: 0, chunkId: 'background', documentName: name, text: background }, ...chunks];

const requestOf = (
  { app, question, resolved }: BasicWriting,
  found: Found,
  earlier: Earlier,
): ModelRequest => {
  const chunks = found.chunks.map(({ chunk }) => chunk);
  const { instructions, model } = app.settings;
  const background = findStaticText(app);
  const messages: TextMessage[] = [...earlier.messages, { role: 'user', content: question }];
  if (resolved.extractive) {
    const extractive = { chunks: quotable(app, background, chunks), topics: found.topics };
    return { prompt: promptOf(messages), providerOptions: { extractive } };
  }
  return {
    prompt: promptOf(
      messages,
      buildKnowledgePrompt({ instructions, background, earlier: earlier.summary, chunks }),
    ),
    temperature: model.temp,
    topP: model.topP,
    maxOutputTokens: model.responseMaxToken,
    presencePenalty: model.presentPenalty,
    frequencyPenalty: model.frequencyPenalty,
  };
};

/**
 * Classifies the text of a language model. Its instructions make it cite each statement, and cite nothing when it found no answer. For an
 * app without documents, or with background text of its owner, a missing citation says nothing.
 */
const kindOfWritten = ({ app, question, file }: BasicWriting, cited: number): AnswerKind => {
  const isKnowing = app.knowledgeBaseIds.length > 0 || file !== undefined;
  const cannotTell = !isKnowing || findStaticText(app) !== undefined;
  const isTalk = smallTalk(question) !== undefined;
  return cannotTell || isTalk || cited > 0 ? 'ANSWER' : 'NONE';
};

/** Passes the parts of a model's reply on, and traces the call when it ends. */
async function* traceModel(
  { resolved, onUsage, trace }: BasicWriting,
  parts: AsyncIterable<ModelPart>,
): AsyncIterable<ModelPart> {
  const elapsed = stopwatch();
  let firstTextMs: number | null = null;
  const used = { inputTokens: 0, outputTokens: 0 };
  try {
    for await (const part of parts) {
      if (part.type === 'text-delta') firstTextMs ??= elapsed();
      if (part.type === 'finish') {
        used.inputTokens += part.usage.inputTokens.total;
        used.outputTokens += part.usage.outputTokens.total;
        onUsage(part.usage);
      }
      yield part;
    }
  } finally {
    trace({ kind: 'MODEL', modelId: resolved.modelId, durationMs: elapsed(), firstTextMs, ...used });
  }
}

/** Yields the model's text with its markers renumbered, and each citation right before its marker. */
async function* cite(
  writing: BasicWriting,
  found: Found,
  parts: AsyncIterable<ModelPart>,
): AsyncIterable<Part> {
  const citer = createCiter(found.chunks, (chunk, mark) => citeChunk(chunk, writing.question, mark));
  for await (const part of traceModel(writing, parts)) {
    const form = replyFormOf(part);
    if (form) yield { type: 'form', answerKind: form.kind, wordings: form.wordings, origin: 'QUOTED' };
    if (part.type === 'text-delta') yield* citer.push(part.delta);
  }
  yield* citer.end();
  if (!writing.resolved.extractive)
    yield { type: 'form', answerKind: kindOfWritten(writing, citer.cited), wordings: [] };
}

/** Milliseconds between two pieces of text: short enough that the text seems to flow, and no reader is faster. */
const readEveryMs = 40;

const search = async (writing: BasicWriting, query: string | undefined): Promise<Found> => {
  const elapsed = stopwatch();
  const found = await findChunks(writing.ctx, { ...writing, query });
  const { record } = found;
  writing.remember(record);
  writing.trace({
    kind: 'SEARCH',
    durationMs: elapsed(),
    query: record.query,
    retriever: record.mode,
    found: record.found.length,
    passages: found.chunks.map(({ chunk, hit: { chunkId, text, score, stages, document } }) => ({
      ...{ index: chunk.index, chunkId, text, score, stages, document },
    })),
  });
  return found;
};

async function* write(writing: BasicWriting): AsyncIterable<Answering.AnswerPart> {
  const { ctx, app, resolved, signal } = writing;
  const { file } = writing;
  const asksTables =
    file === undefined ? app.settings.csvAgent && app.knowledgeBaseIds.length > 0 : isTableName(file.name);
  const query = asksTables ? await standAlone(ctx, writing) : undefined;
  const tables = file && tablesOfFile(ctx, file);
  const computed = query === undefined ? undefined : await askTables(writing, query, tables);
  if (computed) {
    yield* computed;
    return;
  }
  const found = await search(writing, query);
  const earlier = await readEarlier(writing);
  const request = requestOf(writing, found, earlier);
  const citations: Citation[] = [];
  let answer = '';
  let form: Form = { type: 'form', answerKind: 'ANSWER', wordings: [] };
  for await (const part of cite(writing, found, askModel(ctx, resolved, request, { signal, readEveryMs }))) {
    if (part.type === 'text') answer += part.text;
    else if (part.type === 'citation') citations.push(part.citation);
    else form = part;
    yield part;
  }
  if (form.answerKind !== 'ANSWER') return;
  const followUps = await findFollowUps({ ...writing, found, answer, citations });
  if (followUps.length > 0) yield { ...form, followUps };
}

interface Means {
  resolved: ResolvedChatModel;
  paid: PaidEmbeddings | undefined;
}

const planOf = (
  { app, text: question, file }: Answering.AnswerOrder,
  { resolved, paid }: Means,
): Answering.AnswerPlan => {
  const tokens = { inputTokens: 0, outputTokens: 0 };
  const onUsage = ({ inputTokens, outputTokens }: ModelUsage) => {
    tokens.inputTokens += inputTokens.total;
    tokens.outputTokens += outputTokens.total;
  };
  return {
    modelId: resolved.modelId,
    hold: { amount: mostItCosts({ app, file }, resolved), further: paid?.calls ?? [] },
    write: (writing) => write({ ...writing, app, question, file, resolved, paid, onUsage }),
    used: () => ({ ...tokens, cost: costOf(resolved.price, tokens), further: paid?.uses }),
  };
};

const prepare = async (ctx: Ctx): Promise<Answering.PlanAnswer> => {
  const [chatModels, findPaid] = await Promise.all([prepareChatModels(ctx), prepareQuestion(ctx)]);
  return async (tx, order) => {
    const resolved = (await chatModels(tx))(order.app.settings.modelId);
    return planOf(order, { resolved, paid: await findPaid(tx, searchFor(order, resolved)) });
  };
};

/** BASIC: the model answers from what is found in the app's knowledge bases. */
export const basicAnswerer: Answerer = { ...basicLinks, prepare };
