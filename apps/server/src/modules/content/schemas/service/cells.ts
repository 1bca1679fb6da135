import type { CellValue, SchemaRow } from '@atelier/contracts/content/schemas/schema-shapes';
import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { holdImport } from '../../documents/index.ts';
import { checkValue } from '../reading/cells-of-answer.ts';
import { cellRepository } from '../repository/cells.ts';
import { buildRows, getSchemaRow } from './reads.ts';

export interface CellKey {
  schemaId: string;
  knowledgeBaseImportId: string;
  columnId: string;
}

const getCellTarget = async (tx: TxCtx, { schemaId, knowledgeBaseImportId, columnId }: CellKey) => {
  const { schema } = await getSchemaRow(tx, schemaId);
  const column =
    schema.columns.find((each) => each.columnId === columnId) ?? fail('schemas.column_not_found');
  const document =
    (await cellRepository.findDocument(tx.db, schema.knowledgeBaseId, knowledgeBaseImportId)) ??
    fail('schemas.document_not_found');
  return { schema, column, document };
};

const hold = async (tx: TxCtx, { id }: { id: string }): Promise<void> => {
  if (!(await holdImport(tx, id))) fail('schemas.document_not_found');
};

/** Sets a value by hand, which later runs keep. Throws what `getCellTarget` throws, and `schemas.value_invalid`. */
export const setCell = (ctx: Ctx, key: CellKey, raw: CellValue): Promise<SchemaRow> =>
  ctx.tx(async (tx) => {
    const { schema, column, document } = await getCellTarget(tx, key);
    const value = checkValue(column, raw);
    if (value === undefined) return fail('schemas.value_invalid');
    const { columnId, revision: columnRevision } = column;
    await hold(tx, document);
    await cellRepository.put(tx.db, { schemaId: schema.id, document, runId: null }, [
      { columnId, columnRevision, state: 'EDITED', reader: 'HAND', value },
    ]);
    await tx.audit('schemas.cell_edited', schema.id, { importId: document.id, columnId });
    const [row] = await buildRows(tx, schema, [document]);
    return row ?? fail('schemas.document_not_found');
  });

/** Deletes a value, so that the next run reads it. Throws what `getCellTarget` throws. */
export const resetCell = (ctx: Ctx, key: CellKey): Promise<SchemaRow> =>
  ctx.tx(async (tx) => {
    const { schema, column, document } = await getCellTarget(tx, key);
    const { columnId } = column;
    await cellRepository.remove(tx.db, { schemaId: schema.id, importId: document.id, columnId });
    await tx.audit('schemas.cell_reset', schema.id, { importId: document.id, columnId });
    const [row] = await buildRows(tx, schema, [document]);
    return row ?? fail('schemas.document_not_found');
  });
