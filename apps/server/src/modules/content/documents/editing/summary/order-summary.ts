import type { DocumentSummary } from '@atelier/contracts/content/documents/documents';
import { z } from 'zod';
import { toCredits } from '../../../../../kernel/base/credits.ts';
import { fail } from '../../../../../kernel/base/errors.ts';
import type { AnyCtx, Ctx, TxCtx } from '../../../../../kernel/context/context.ts';
import { defineRunType, orderRun } from '../../../../../kernel/runs/index.ts';
import { knowledgeTopic } from '../../../bases/declarations.ts';
import { findKnowledgeBaseRow } from '../../../bases/index.ts';
import { computeCost, resolveChatModel } from '../../../models/index.ts';
import { presentSummary } from '../../present.ts';
import { importRepository } from '../../repository/imports.ts';
import { getImportRow } from '../../service/read-imports.ts';
import { checkEditable, lockImport } from '../../service/retry-import.ts';
import type { ImportRow } from '../../tables.ts';

/** Each call reads one part. Of a document longer than all parts together, sections spread evenly over it are read. */
export const summaryBudget = { parts: 12, partCharacters: 20_000, sections: 60, replyTokens: 500 };

/** The type of the run that summarizes one document, which is its subject. */
export const summaryRunType = defineRunType({
  kind: 'knowledge.summarize',
  title: 'Summary of a document',
  version: 1,
  input: z.object({}),
  output: z.null(),
  lane: 'heavy',
  keptWithSubject: true,
});

const order = async (tx: TxCtx, { id, knowledgeBaseId }: ImportRow): Promise<void> => {
  await importRepository.update(tx.db, id, { summaryState: 'IN-PROGRESS', summaryError: null });
  await orderRun(tx, summaryRunType, { subjectId: id, scopeId: knowledgeBaseId, input: {} });
  await tx.signal(knowledgeTopic(knowledgeBaseId), id);
};

/**
 * Orders a summary. If one is already being made, nothing is ordered. Throws `knowledge.import_not_found`, `documents.busy`
 * and `documents.no_text`.
 */
export const orderSummary = (ctx: AnyCtx, importId: string): Promise<DocumentSummary> =>
  ctx.tx(async (tx) => {
    await getImportRow(tx, importId);
    const found = await lockImport(tx, importId);
    const { import: row } = found;
    checkEditable(found);
    if (row.charCount === 0) fail('documents.no_text');
    if (row.summaryState !== 'IN-PROGRESS') await order(tx, row);
    await tx.audit('knowledge.summary_ordered', importId, { name: row.name });
    return presentSummary((await lockImport(tx, importId)).import);
  });

/**
 * Orders a summary after an import, if the knowledge base summarizes its documents or the existing summary was made from an
 * earlier text. A summary written by a user stays.
 */
export const orderSummaryAfterImport = async (tx: TxCtx, importId: string): Promise<void> => {
  const found = await importRepository.find(tx.db, importId);
  if (!found || found.import.charCount === 0) return;
  const { import: row } = found;
  const base = await findKnowledgeBaseRow(tx, row.knowledgeBaseId);
  if (row.summaryState === 'IN-PROGRESS' || row.summaryKind === 'EDITED') return;
  if (base?.base.summarize || row.summaryKind !== null) await order(tx, row);
};

/** Throws `knowledge.import_not_found`. */
export const readSummary = (ctx: AnyCtx, importId: string): Promise<DocumentSummary> =>
  ctx.tx(async (tx) => presentSummary((await getImportRow(tx, importId)).import));

const charactersPerToken = 4;
/** The tokens that a model usually writes about one part, and about the whole. */
const usualReply = 250;

interface Summaries {
  documents: number;
  /** The total of all documents. */
  tokens: number;
  /** Null stands for the tenant's default. */
  languageModelId: string | null;
}

/** Returns the credits that summaries will cost, at list price; 0 without a chat model. */
export const quoteSummaries = async (
  ctx: Ctx,
  { documents, tokens, languageModelId }: Summaries,
): Promise<number> => {
  const { extractive, price } = await resolveChatModel(ctx, languageModelId);
  if (extractive || documents === 0) return 0;
  const partTokens = summaryBudget.partCharacters / charactersPerToken;
  const read = Math.min(tokens / documents, summaryBudget.parts * partTokens);
  const parts = Math.max(1, Math.ceil(read / partTokens));
  const calls = parts === 1 ? 1 : parts + 1;
  const inputTokens = Math.ceil(read) + (calls - 1) * usualReply;
  return toCredits(documents * computeCost(price, { inputTokens, outputTokens: calls * usualReply }));
};
