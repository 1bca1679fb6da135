import { tools } from '@atelier/contracts/assistants/tools/tools';
import { defineRoutes, done } from '../../../kernel/module/module.ts';
import { addOperations } from './openapi/add-operations.ts';
import { listOperations } from './openapi/read-document.ts';
import { getTool, listDefaultTools, listTools } from './own/reads.ts';
import { createTool, readRemoval, removeTool, updateTool } from './own/save-tool.ts';
import { tryTool } from './own/try-tool.ts';

export const toolRoutes = defineRoutes(tools, {
  list: (ctx, { query }) => listTools(ctx, query),
  listOnContent: (ctx, { query }) => listTools(ctx, query),
  get: (ctx, { query }) => getTool(ctx, query.toolId),
  create: (ctx, { body }) => createTool(ctx, body),
  update: (ctx, { body }) => updateTool(ctx, body),
  listDefaults: (ctx, { query }) => listDefaultTools(ctx, query),
  test: (ctx, { body }) => tryTool(ctx, body),
  removal: (ctx, { params }) => readRemoval(ctx, params.id),
  remove: async (ctx, { params }) => {
    await removeTool(ctx, params.id);
    return done;
  },
  readOpenApi: (ctx, { body }) => listOperations(ctx, body),
  addOpenApi: (ctx, { body }) => addOperations(ctx, body),
});
