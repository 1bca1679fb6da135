import { agentMemories } from '@atelier/contracts/assistants/agents/agent-memories';
import { defineRoutes, done } from '../../../../kernel/module/module.ts';
import {
  correctMemory,
  listMemories,
  listOwnMemories,
  removeAllMemories,
  removeMemory,
} from './own-memories.ts';

export const agentMemoryRoutes = defineRoutes(agentMemories, {
  list: (ctx, { query }) => listMemories(ctx, query),
  update: async (ctx, { params, body }) => {
    await correctMemory(ctx, params.memoryId, body.fact);
    return done;
  },
  remove: async (ctx, { params }) => {
    await removeMemory(ctx, params.memoryId);
    return done;
  },
  listOwn: (ctx, { query }) => listOwnMemories(ctx, query),
  updateOwn: async (ctx, { params, body }) => {
    await correctMemory(ctx, params.memoryId, body.fact);
    return done;
  },
  removeOwn: async (ctx, { params }) => {
    await removeMemory(ctx, params.memoryId);
    return done;
  },
  removeAllOwn: async (ctx) => ({ deleted: await removeAllMemories(ctx, undefined) }),
  removeAll: async (ctx, { query }) => ({ deleted: await removeAllMemories(ctx, query.agentId) }),
});
