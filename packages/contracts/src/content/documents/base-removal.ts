import { z } from 'zod';
import { defineContract } from '../../kernel/contract.ts';
import { Done, lookupId, tenantQuery } from '../../kernel/shapes.ts';

/** Deletes a knowledge base together with its documents. */
export const baseRemoval = defineContract({
  name: 'baseRemoval',
  alsoFails: ['knowledge.not_found'],
  errors: {
    'knowledge.in_use': {
      kind: 'conflict',
      message:
        'Apps use this knowledge base. Please switch them to another one first, or confirm that they lose it.',
    },
  },
  endpoints: {
    remove: {
      method: 'DELETE',
      path: '/api/content/knowledge-base/:id',
      summary: 'Delete with documents, chunks, index and files (KB-29)',
      access: { allow: 'knowledge:write' },
      params: z.object({ id: lookupId }),
      query: z.object({ ...tenantQuery, force: z.stringbool().default(false) }),
      reply: Done,
    },
    removeBase: {
      method: 'DELETE',
      path: '/api/content/knowledge-base',
      summary: 'Delete a knowledge base that the body names (KB-28)',
      access: { allow: 'knowledge:write' },
      body: z.object({ knowledgeBaseId: lookupId, force: z.boolean().default(false) }),
      reply: Done,
    },
  },
});
