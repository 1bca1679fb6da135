import { agentMemories } from '@atelier/contracts/build/agents/agent-memories';
import { defineRoutes, done } from '../../../../kernel/module/module.ts';
import { correctMemory, listMemories, removeAllMemories, removeMemory } from './own-memories.ts';

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
  removeAll: async (ctx, { query }) => ({ deleted: await removeAllMemories(ctx, query.agentId) }),
});
