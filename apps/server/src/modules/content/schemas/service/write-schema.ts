import {
  type Column,
  type ColumnChange,
  mostColumns,
  type NewColumn,
  type NewSchema,
  type SchemaDetails,
} from '@atelier/contracts/content/schemas/schema-shapes';
import { fail } from '../../../../kernel/base/errors.ts';
import { newId } from '../../../../kernel/base/ids.ts';
import { checkRevision } from '../../../../kernel/context/check-revision.ts';
import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { dropRuns } from '../../../../kernel/runs/index.ts';
import { getGraphSettings } from '../../search/index.ts';
import { isActive } from '../present.ts';
import { cellRepository } from '../repository/cells.ts';
import { schemaRepository } from '../repository/schemas.ts';
import { getSchema, getSchemaRow } from './reads.ts';

/** Throws `schemas.column_name_taken`. */
export const refuseTwins = (columns: readonly NewColumn[]): void => {
  const names = new Set(columns.map(({ name }) => name.toLowerCase()));
  if (names.size < columns.length) fail('schemas.column_name_taken');
};

export const toColumn = (column: NewColumn): Column => ({ ...column, columnId: newId('col'), revision: 1 });

/** Throws `knowledge.not_found`, `schemas.name_taken` and `schemas.column_name_taken`. */
export const createSchema = async (
  ctx: Ctx,
  { knowledgeBaseId, name, columns }: NewSchema & { knowledgeBaseId: string },
): Promise<SchemaDetails> => {
  refuseTwins(columns);
  const id = newId('sch');
  await ctx.tx(async (tx) => {
    await getGraphSettings(tx, knowledgeBaseId);
    await schemaRepository.insert(tx.db, { id, knowledgeBaseId, name, columns: columns.map(toColumn) });
    await tx.audit('schemas.created', id, { knowledgeBaseId });
  });
  return getSchema(ctx, id);
};

/** Copies a schema's columns without values. Throws `schemas.not_found` and `schemas.name_taken`. */
export const copySchema = async (ctx: Ctx, schemaId: string, name: string): Promise<SchemaDetails> => {
  const id = newId('sch');
  await ctx.tx(async (tx) => {
    const { schema } = await getSchemaRow(tx, schemaId);
    const { knowledgeBaseId, columns } = schema;
    await schemaRepository.insert(tx.db, { id, knowledgeBaseId, name, columns: columns.map(toColumn) });
    await tx.audit('schemas.copied', id, { schemaId });
  });
  return getSchema(ctx, id);
};

/** Throws `schemas.not_found` and `schemas.name_taken`. */
export const renameSchema = async (ctx: Ctx, schemaId: string, name: string): Promise<SchemaDetails> => {
  await ctx.tx(async (tx) => {
    await getSchemaRow(tx, schemaId);
    await schemaRepository.update(tx.db, schemaId, { name });
    await tx.audit('schemas.renamed', schemaId);
  });
  return getSchema(ctx, schemaId);
};

/** Deletes a schema with its values. A run in progress stops. Throws `schemas.not_found`. */
export const removeSchema = (ctx: Ctx, schemaId: string): Promise<void> =>
  ctx.tx(async (tx) => {
    await getSchemaRow(tx, schemaId);
    await dropRuns(tx, [schemaId]);
    await schemaRepository.remove(tx.db, schemaId);
    await tx.audit('schemas.removed', schemaId);
  });

type Change = (tx: TxCtx, columns: readonly Column[]) => Promise<Column[]> | Column[];

const changeColumns = async (
  ctx: Ctx,
  { schemaId, action }: { schemaId: string; action: string },
  change: Change,
): Promise<SchemaDetails> => {
  await ctx.tx(async (tx) => {
    await schemaRepository.lock(tx.db, schemaId);
    const { schema, run } = await getSchemaRow(tx, schemaId);
    if (isActive(run?.status)) fail('schemas.running');
    const columns = await change(tx, schema.columns);
    refuseTwins(columns);
    await schemaRepository.update(tx.db, schemaId, { columns });
    await tx.audit(action, schemaId);
  });
  return getSchema(ctx, schemaId);
};

/** Throws `schemas.not_found`, `schemas.running`, `schemas.column_name_taken` and `schemas.too_many_columns`. */
export const addColumn = (ctx: Ctx, schemaId: string, column: NewColumn): Promise<SchemaDetails> =>
  changeColumns(ctx, { schemaId, action: 'schemas.column_added' }, (_tx, columns) =>
    columns.length < mostColumns ? [...columns, toColumn(column)] : fail('schemas.too_many_columns'),
  );

const toMeaningKey = ({ name, type, choices, instruction }: NewColumn): string =>
  JSON.stringify([name, type, choices, instruction]);

/**
 * Changes a column. If its meaning changes, the next run reads it again. Throws what `addColumn` throws, and
 * `schemas.column_not_found` and `schemas.column_changed_meanwhile`.
 */
export const changeColumn = (
  ctx: Ctx,
  { schemaId, columnId }: { schemaId: string; columnId: string },
  { revision: begun, ...next }: ColumnChange,
): Promise<SchemaDetails> =>
  changeColumns(ctx, { schemaId, action: 'schemas.column_changed' }, async (tx, columns) => {
    const old = columns.find((column) => column.columnId === columnId) ?? fail('schemas.column_not_found');
    await checkRevision(tx, 'schemas.column_changed_meanwhile', {
      ...{ id: schemaId, revision: begun },
      newest: () => old,
    });
    // All values, including those of users, have the old type, so they are deleted.
    if (old.type !== next.type) await cellRepository.remove(tx.db, { schemaId, columnId });
    const revision = toMeaningKey(old) === toMeaningKey(next) ? old.revision : old.revision + 1;
    return columns.map((column) => (column === old ? { ...next, columnId, revision } : column));
  });

/** Throws `schemas.not_found`, `schemas.running`, `schemas.column_not_found` and `schemas.last_column`. */
export const removeColumn = (
  ctx: Ctx,
  { schemaId, columnId }: { schemaId: string; columnId: string },
): Promise<SchemaDetails> =>
  changeColumns(ctx, { schemaId, action: 'schemas.column_removed' }, async (tx, columns) => {
    const rest = columns.filter((column) => column.columnId !== columnId);
    if (rest.length === columns.length) fail('schemas.column_not_found');
    if (rest.length === 0) fail('schemas.last_column');
    await cellRepository.remove(tx.db, { schemaId, columnId });
    return rest;
  });
