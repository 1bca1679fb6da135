import { schemas } from '@atelier/contracts/content/schemas/schemas';
import { defineRoutes, done } from '../../../kernel/module/module.ts';
import { resetCell, setCell } from './service/cells.ts';
import { exportTable } from './service/export-table.ts';
import { getSchema, getSchemaOfBase, listRows, listSchemas } from './service/reads.ts';
import { cancelSchemaRun, estimateRun, runSchema } from './service/run-schema.ts';
import {
  addColumn,
  changeColumn,
  copySchema,
  createSchema,
  removeColumn,
  removeSchema,
  renameSchema,
} from './service/write-schema.ts';

export const schemasRoutes = defineRoutes(schemas, {
  list: (ctx, { query }) => listSchemas(ctx, query),
  get: (ctx, { params }) => getSchema(ctx, params.schemaId),
  details: (ctx, { query }) => getSchemaOfBase(ctx, query),
  create: (ctx, { body }) => createSchema(ctx, body),
  copy: (ctx, { params, body }) => copySchema(ctx, params.schemaId, body.name),
  rename: (ctx, { params, body }) => renameSchema(ctx, params.schemaId, body.name),
  remove: async (ctx, { params }) => {
    await removeSchema(ctx, params.schemaId);
    return done;
  },
  removeOld: async (ctx, { query }) => {
    await removeSchema(ctx, query.schemaId);
    return done;
  },
  addColumn: (ctx, { body }) => addColumn(ctx, body.schemaId, body.column),
  changeColumn: (ctx, { params, body }) => changeColumn(ctx, params, body),
  removeColumn: (ctx, { params }) => removeColumn(ctx, params),
  estimate: (ctx, { params, query }) => estimateRun(ctx, params.schemaId, query),
  run: (ctx, { body }) => runSchema(ctx, body),
  cancel: (ctx, { params }) => cancelSchemaRun(ctx, params.schemaId),
  rows: (ctx, { params, query }) => listRows(ctx, params.schemaId, query),
  setCell: (ctx, { params, body }) => setCell(ctx, { ...params, ...body }, body.value),
  resetCell: (ctx, { params, query }) => resetCell(ctx, { ...params, ...query }),
  exportTable: async (ctx, { params, query }, exchange) =>
    exchange.sendRaw(await exportTable(ctx, params.schemaId, query.format)),
});
