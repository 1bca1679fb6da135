import type {
  Column,
  NewColumn,
  NewSchema,
  SchemaDetails,
} from '@atelier/contracts/content/schemas/schema-shapes';
import { fail } from '../../../../kernel/base/errors.ts';
import { newId } from '../../../../kernel/base/ids.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { dropRuns } from '../../../../kernel/runs/index.ts';
import { getGraphSettings } from '../../search/index.ts';
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
