import { shortHeading } from '@atelier/contracts/content/documents/document-position';
import type { RetrievalResult } from '@atelier/contracts/content/retrieval/retrieval-shapes';
import { estimateTokens, type ModelUsage, type TextMessage } from '@atelier/models';
import { condenseWithoutModel, coreQuestion } from '@atelier/models/extractive';
import { buildCondensePrompt, type Chunk } from '@atelier/models/prompts';
import { buildContext } from '@atelier/retrieval/context';
import type { Ctx } from '../../../../../kernel/context/context.ts';
import type { ResolvedChatModel } from '../../../../content/models/index.ts';
import { type PaidEmbeddings, searchKnowledge } from '../../../../content/search/index.ts';
import type { AnsweredBy, AskedFile, RetrievalRecord } from '../../../apps/declarations.ts';
import { searchFile } from '../../attached/search-file.ts';
import { askBriefly } from './earlier-conversation.ts';

/** A numbered chunk and its source. */
export interface FoundChunk {
  chunk: Chunk;
  hit: RetrievalResult;
}

export interface Found {
  chunks: FoundChunk[];
  record: RetrievalRecord;
}

/** In characters. A token is rarely shorter than one. */
export const longestRewrite = 1000;

/** Rewrites a follow-up question so that it can be understood alone. When the model fails, the question is searched as it is. */
export const standAlone = async (ctx: Ctx, ask: Omit<ChunkOrder, 'paid' | 'query'>): Promise<string> => {
  const { history, resolved } = ask;
  const question = coreQuestion(ask.question);
  const { followupConversation, sampleQuestions } = ask.app.settings;
  // A sample question is complete in itself, whatever was asked before.
  if (history.length === 0 || !followupConversation || sampleQuestions.includes(question)) return question;
  if (resolved.extractive) return condenseWithoutModel(history, question);
  const rewritten = await askBriefly(ctx, ask, buildCondensePrompt(history, question));
  if (rewritten === undefined) return condenseWithoutModel(history, question);
  return rewritten.slice(0, longestRewrite) || question;
};

export interface ChunkOrder {
  app: AnsweredBy;
  history: TextMessage[];
  question: string;
  resolved: ResolvedChatModel;
  signal: AbortSignal;
  /** The embeddings of the question that the answer pays for. */
  paid: PaidEmbeddings | undefined;
  /** Called with the usage of the rewrite, so that it is charged with the answer. */
  onUsage: (usage: ModelUsage) => void;
  /** The file that is searched, in the place of the knowledge bases. */
  file?: AskedFile | undefined;
  /** True for a question of a conversation, whose search the history of the knowledge base remembers. */
  isStored: boolean;
  /** The question as it can be understood alone, where that is known. */
  query?: string | undefined;
}

const toChunk = (index: number, text: string, hit: RetrievalResult): Chunk => ({
  index,
  chunkId: hit.chunkId,
  documentName: hit.document.name,
  text,
  ...(hit.document.page === undefined ? {} : { page: hit.document.page }),
  ...(hit.document.heading === undefined ? {} : { heading: shortHeading(hit.document.heading) }),
});

/** Keeps the results that fit into the context, numbered from 1. */
const keepFitting = (
  results: readonly RetrievalResult[],
  { query, mode, most }: { query: string; mode: string; most: number },
): Found => {
  const hits = results.map((hit) => ({
    ...hit,
    id: hit.chunkId,
    documentId: hit.document.knowledgeBaseImportId,
  }));
  const { chunks } = buildContext(hits, most, estimateTokens);
  const used = new Set(chunks.map(({ hit }) => hit.chunkId));
  return {
    chunks: chunks.map(({ index, text, hit }) => ({ chunk: toChunk(index, text, hit), hit })),
    record: {
      query,
      mode,
      found: results.map(({ chunkId, score }) => ({ chunkId, score, used: used.has(chunkId) })),
    },
  };
};

/** A model reads as much of the file as fits; without one, only chunks with the words of the question can be quoted. */
const findInFile = async (ctx: Ctx, order: ChunkOrder & { file: AskedFile }): Promise<Found> => {
  const { app, file, resolved, signal } = order;
  const query = order.query ?? (await standAlone(ctx, order));
  const { topK } = app.settings.retrieval;
  const results = await searchFile({ ctx, signal }, file, { query, topK, withRest: !resolved.extractive });
  const most = app.settings.model.contextMaxToken;
  return keepFitting(results, { query, mode: 'FILE', most });
};

/** Searches the app's knowledge and keeps the chunks that fit into its context, numbered from 1. */
export const findChunks = async (ctx: Ctx, order: ChunkOrder): Promise<Found> => {
  const { app, paid, signal } = order;
  if (order.file) return findInFile(ctx, { ...order, file: order.file });
  // Without knowledge bases there is nothing to search, so the question need not be rewritten.
  if (app.knowledgeBaseIds.length === 0)
    return { chunks: [], record: { query: order.question, mode: 'NONE', found: [] } };
  const query = order.query ?? (await standAlone(ctx, order));
  const { retrieval, model } = app.settings;
  const { results, mode } = await searchKnowledge(ctx, {
    knowledgeBaseIds: app.knowledgeBaseIds,
    ...(app.appId === null ? {} : { appId: app.appId }),
    isRecorded: order.isStored,
    query,
    ...retrieval,
    ...(paid ? { paid } : {}),
    signal,
  });
  return keepFitting(results, { query, mode, most: model.contextMaxToken });
};
