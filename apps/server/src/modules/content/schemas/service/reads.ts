import type { SchemaDetails, SchemaRow } from '@atelier/contracts/content/schemas/schema-shapes';
import type { schemas } from '@atelier/contracts/content/schemas/schemas';
import type { RequestOf } from '@atelier/contracts/kernel/contract';
import { fail } from '../../../../kernel/base/errors.ts';
import type { AnyCtx, Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { findEntityNames } from '../../../../kernel/entities/entity-kind.ts';
import { listChatModels } from '../../models/index.ts';
import { getGraphSettings } from '../../search/index.ts';
import { presentRow, presentSchema } from '../present.ts';
import { cellRepository, type Reading, type SchemaDocument, tableRepository } from '../repository/cells.ts';
import { type SchemaWithRun, schemaRepository } from '../repository/schemas.ts';
import type { SchemaRowOf } from '../tables.ts';

/** Lists the models that can read documents into a schema. */
const listReaders = async (ctx: Ctx): Promise<{ modelId: string; name: string }[]> =>
  (await listChatModels(ctx)).map(({ modelId, model, provider }) => ({
    modelId,
    name: `${model} (${provider})`,
  }));

export const isKnownModel = async (ctx: Ctx, modelId: string): Promise<boolean> =>
  (await listReaders(ctx)).some((reader) => reader.modelId === modelId);

type Endpoints = (typeof schemas)['endpoints'];

/** Returns a schema whose knowledge base the actor may see. Throws `schemas.not_found` and `knowledge.not_found`. */
export const getSchemaRow = async (tx: TxCtx, schemaId: string): Promise<SchemaWithRun> => {
  const found = (await schemaRepository.find(tx.db, schemaId)) ?? fail('schemas.not_found');
  await getGraphSettings(tx, found.schema.knowledgeBaseId);
  return found;
};

/** Determines which cells count as read after the latest run. */
const latestReading = (schema: SchemaRowOf): Reading => ({
  schemaId: schema.id,
  knowledgeBaseId: schema.knowledgeBaseId,
  columns: schema.columns,
  byRules: schema.modelId === null,
  runId: schema.runId ?? '',
});

const present = async (tx: TxCtx, found: SchemaWithRun) =>
  presentSchema(tx, found, await cellRepository.count(tx.db, latestReading(found.schema)));

/** Throws `schemas.not_found` and `knowledge.not_found`. */
export const getSchema = async (ctx: Ctx, schemaId: string): Promise<SchemaDetails> => {
  const schema = await ctx.tx(async (tx) => present(tx, await getSchemaRow(tx, schemaId)));
  return { ...schema, models: await listReaders(ctx) };
};

/** Returns a schema, which must belong to the given knowledge base (KB-33). */
export const getSchemaOfBase = async (
  ctx: Ctx,
  { knowledgeBaseId, schemaId }: { knowledgeBaseId: string; schemaId: string },
): Promise<SchemaDetails> => {
  const schema = await getSchema(ctx, schemaId);
  return schema.knowledgeBaseId === knowledgeBaseId ? schema : fail('schemas.not_found');
};

const basesToList = async (tx: TxCtx, knowledgeBaseId: string | undefined): Promise<string[]> => {
  if (knowledgeBaseId === undefined)
    return [...(await findEntityNames(tx, await schemaRepository.listBases(tx.db))).keys()];
  await getGraphSettings(tx, knowledgeBaseId);
  return [knowledgeBaseId];
};

/** Throws `knowledge.not_found`. */
export const listSchemas = (ctx: AnyCtx, query: RequestOf<Endpoints['list']>['query']) =>
  ctx.tx(async (tx) => {
    const knowledgeBaseIds = await basesToList(tx, query.knowledgeBaseId);
    const { search, limit, cursor } = query;
    const order = { sort: 'name' as const, order: 'asc' as const, limit, cursor };
    const { rows, nextCursor, total } = await schemaRepository.list(
      tx.db,
      { knowledgeBaseIds, search },
      order,
    );
    const items = [];
    for (const row of rows) items.push(await present(tx, row));
    return { items, nextCursor, total };
  });

/** Presents documents as rows of the table. */
export const buildRows = async (
  tx: TxCtx,
  schema: SchemaRowOf,
  documents: readonly SchemaDocument[],
): Promise<SchemaRow[]> => {
  const cells = await cellRepository.listCells(
    tx.db,
    schema.id,
    documents.map(({ id }) => id),
  );
  const columnIds = new Set(schema.columns.map(({ columnId }) => columnId));
  return documents.map((document) => presentRow(document, cells, columnIds));
};

/** The cursor of the table is the number of the next row. */
const parseOffset = (cursor: string | undefined): number => {
  const offset = Number(cursor ?? 0);
  return Number.isSafeInteger(offset) && offset > 0 ? Math.min(offset, 10_000_000) : 0;
};

/** Throws `schemas.not_found`, `knowledge.not_found` and `schemas.column_not_found`. */
export const listRows = (ctx: AnyCtx, schemaId: string, query: RequestOf<Endpoints['rows']>['query']) =>
  ctx.tx(async (tx) => {
    const { schema } = await getSchemaRow(tx, schemaId);
    const { sort, cursor, ...rest } = query;
    const sortBy =
      sort === 'name'
        ? undefined
        : (schema.columns.find(({ columnId }) => columnId === sort) ?? fail('schemas.column_not_found'));
    const offset = parseOffset(cursor);
    const { knowledgeBaseId } = schema;
    const page = await tableRepository.list(tx.db, { ...rest, sortBy, offset, schemaId, knowledgeBaseId });
    const documents = page.rows.slice(0, query.limit);
    return {
      items: await buildRows(tx, schema, documents),
      nextCursor: page.rows.length > query.limit ? String(offset + query.limit) : null,
      total: page.total,
    };
  });
