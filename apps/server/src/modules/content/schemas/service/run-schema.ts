import type { Column, RunScope, SchemaDetails } from '@atelier/contracts/content/schemas/schema-shapes';
import type { schemas } from '@atelier/contracts/content/schemas/schemas';
import type { RequestOf } from '@atelier/contracts/kernel/contract';
import { toCredits, toMicroCredits } from '../../../../kernel/base/credits.ts';
import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { cancelRun, orderRun } from '../../../../kernel/runs/index.ts';
import { computeCost, resolveChatModel } from '../../models/index.ts';
import { isActive } from '../present.ts';
import { mostTokens } from '../reading/choose-chunks.ts';
import { cellRepository, type Reading } from '../repository/cells.ts';
import { schemaRepository } from '../repository/schemas.ts';
import type { SchemaRowOf } from '../tables.ts';
import { schemaRunType, schemaTopic } from '../topic.ts';
import { getSchema, getSchemaRow, isKnownModel } from './reads.ts';

type RunOrder = RequestOf<(typeof schemas)['endpoints']['run']>['body'];

/** The columns whose values, except those edited by users, no longer count as read. */
const revised = (columns: readonly Column[], columnIds: readonly string[] | undefined): Column[] =>
  columns.map((column) =>
    (columnIds?.includes(column.columnId) ?? true) ? { ...column, revision: column.revision + 1 } : column,
  );

const wantedReading = (
  schema: SchemaRowOf,
  {
    columns,
    modelId,
    columnIds,
  }: { columns: Column[]; modelId: string | null; columnIds?: string[] | undefined },
): Reading => ({
  schemaId: schema.id,
  knowledgeBaseId: schema.knowledgeBaseId,
  columns: columns.filter(({ columnId }) => columnIds?.includes(columnId) ?? true),
  byRules: modelId === null,
  runId: '',
});

const checkModel = async (ctx: Ctx, modelId: string | null): Promise<void> => {
  if (modelId !== null && !(await isKnownModel(ctx, modelId))) fail('schemas.model_not_found');
};

const refuseUnknown = ({ columns }: SchemaRowOf, columnIds: readonly string[] = []): void => {
  const known = new Set(columns.map(({ columnId }) => columnId));
  if (columnIds.some((id) => !known.has(id))) fail('schemas.column_not_found');
};

/**
 * Orders a run that reads new and changed documents, or all again. Throws `schemas.not_found`, `schemas.model_not_found`,
 * `schemas.running`, `schemas.column_not_found` and `schemas.nothing_to_read`.
 */
export const runSchema = async (ctx: Ctx, order: RunOrder): Promise<SchemaDetails> => {
  const { schemaId, modelId, scope, columnIds, budgetCredits } = order;
  await ctx.tx((tx) => getSchemaRow(tx, schemaId));
  await checkModel(ctx, modelId);
  await ctx.tx(async (tx) => {
    await schemaRepository.lock(tx.db, schemaId);
    const { schema, run } = await getSchemaRow(tx, schemaId);
    if (isActive(run?.status)) fail('schemas.running');
    refuseUnknown(schema, columnIds);
    const columns = scope === 'ALL' ? revised(schema.columns, columnIds) : schema.columns;
    const { pending } = await cellRepository.count(
      tx.db,
      wantedReading(schema, { columns, modelId, columnIds }),
    );
    if (pending === 0) fail('schemas.nothing_to_read');
    const { knowledgeBaseId } = schema;
    const input = { modelId, ...(columnIds ? { columnIds } : {}) };
    const runId = await orderRun(tx, schemaRunType, { subjectId: schemaId, scopeId: knowledgeBaseId, input });
    // A run that continues a stopped one keeps counting what that one spent, so that the budget covers both.
    const isGoingOn = scope === 'CHANGED' && (schema.stoppedByBudget || run?.status === 'CANCELLED');
    await schemaRepository.update(tx.db, schemaId, {
      columns,
      modelId,
      runId,
      runSpent: isGoingOn ? schema.runSpent : 0,
      budget: budgetCredits === null ? null : toMicroCredits(budgetCredits),
      stoppedByBudget: false,
    });
    await tx.audit('schemas.run_ordered', schemaId, { modelId, scope, budgetCredits });
    await tx.signal(schemaTopic(schemaId), schemaId);
  });
  return getSchema(ctx, schemaId);
};

/** Stops a run. Values that were read are kept. Throws `schemas.not_found` and `schemas.not_running`. */
export const cancelSchemaRun = async (ctx: Ctx, schemaId: string): Promise<SchemaDetails> => {
  await ctx.tx(async (tx) => {
    const { run } = await getSchemaRow(tx, schemaId);
    if (!run || !isActive(run.status)) return fail('schemas.not_running');
    await cancelRun(tx, run.id);
    await tx.audit('schemas.run_cancelled', schemaId);
    await tx.signal(schemaTopic(schemaId), schemaId);
  });
  return getSchema(ctx, schemaId);
};

/** The tokens of a request besides the chunks: the instructions, the description of a column, and a value in the reply. */
const tokensOf = { instructions: 260, column: 40, reply: 70 };

interface Question {
  modelId?: string | null | undefined;
  scope: RunScope;
  columnId?: string | undefined;
}

/** Estimates the cost of reading. Throws `schemas.not_found`, `schemas.column_not_found` and `schemas.model_not_found`. */
export const estimateRun = async (
  ctx: Ctx,
  schemaId: string,
  { modelId = null, scope, columnId }: Question,
) => {
  const columnIds = columnId === undefined ? undefined : [columnId];
  const lengths = await ctx.tx(async (tx) => {
    const { schema } = await getSchemaRow(tx, schemaId);
    refuseUnknown(schema, columnIds);
    const columns = scope === 'ALL' ? revised(schema.columns, columnIds) : schema.columns;
    return cellRepository.listLengths(tx.db, wantedReading(schema, { columns, modelId, columnIds }));
  });
  if (modelId === null) return { documents: lengths.length, tokens: 0, credits: 0 };
  await checkModel(ctx, modelId);
  const { price } = await resolveChatModel(ctx, modelId);
  const usage = { inputTokens: 0, outputTokens: 0 };
  for (const { tokens, columns } of lengths) {
    usage.inputTokens += Math.min(tokens, mostTokens) + tokensOf.instructions + columns * tokensOf.column;
    usage.outputTokens += columns * tokensOf.reply;
  }
  return {
    documents: lengths.length,
    tokens: usage.inputTokens + usage.outputTokens,
    credits: toCredits(computeCost(price, usage)),
  };
};
