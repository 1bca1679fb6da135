import { z } from 'zod';
import { defineContract } from '../../kernel/contract.ts';
import { lookupId, Timestamp, tenantQuery } from '../../kernel/shapes.ts';
import { VectorStoreName } from '../bases/knowledge-shapes.ts';

/** The state of a knowledge base's vectors in its vector store. */
export const VectorStoreState = z.object({
  vectorStore: VectorStoreName,
  connection: z.object({ connectionId: z.string(), name: z.string() }).nullable(),
  /** The name of the collection, index or table in the store. */
  collection: z.string().nullable(),
  /** The latest rebuild, which writes all vectors again. */
  rebuild: z
    .object({
      status: z.enum(['QUEUED', 'RUNNING', 'WAITING', 'COMPLETED', 'FAILED', 'CANCELLED']),
      progress: z.number(),
      stage: z.string().nullable(),
      note: z.string().nullable(),
      error: z.object({ code: z.string(), message: z.string() }).nullable(),
      orderedAt: Timestamp,
    })
    .nullable(),
});
export type VectorStoreState = z.infer<typeof VectorStoreState>;

const baseParams = z.object({ id: lookupId });

/** The stores that knowledge bases keep their vectors in, each through a connection. */
export const vectorStores = defineContract({
  name: 'vectorStores',
  alsoFails: ['connections.not_found', 'knowledge.not_found'],
  errors: {
    'vector_stores.connection_unfit': {
      kind: 'invalid',
      message: 'Please choose a connection to this kind of vector store; set one up under Connections first.',
    },
    'vector_stores.embedding_missing': {
      kind: 'precondition',
      message:
        'A vector store needs an embedding model. Please add a model provider first, or keep the store of Atelier.',
    },
    'vector_stores.embedded': {
      kind: 'conflict',
      message: 'This knowledge base keeps its vectors in Atelier itself, so there is nothing to rebuild.',
    },
    'vector_stores.rebuild_running': {
      kind: 'conflict',
      message: 'The vectors are already being written again. Please wait until that has finished.',
    },
    'vector_stores.blocked': {
      kind: 'precondition',
      message:
        'The vector store has an address that may not be reached. Please ask the operator of this server.',
    },
    'vector_stores.unreachable': {
      kind: 'upstream',
      message:
        'The vector store cannot be reached. Please check the connection, and whether the server is running.',
    },
    'vector_stores.refused': {
      kind: 'precondition',
      message: 'The vector store refused the credentials. Please check them under Connections.',
    },
    'vector_stores.busy': {
      kind: 'upstream',
      message: 'The vector store is receiving too many requests. Please try again in a moment.',
    },
    'vector_stores.wrong_dimensions': {
      kind: 'precondition',
      message:
        'The vector store holds vectors of another size. Please choose another embedding model or store.',
    },
    'vector_stores.collection_missing': {
      kind: 'precondition',
      message: 'The vector store has lost this knowledge base. Please write its vectors again.',
    },
    'vector_stores.invalid_settings': {
      kind: 'precondition',
      message:
        'The settings of the connection do not fit the vector store. Please check them under Connections.',
    },
    'vector_stores.unexpected_answer': {
      kind: 'precondition',
      message: 'The vector store refused the request. Please check its address and version.',
    },
  },
  endpoints: {
    state: {
      method: 'GET',
      path: '/api/content/knowledge-base/:id/vector-store',
      summary:
        'Read where the vectors of a knowledge base are stored, and the state of their latest rebuild (KB-05)',
      access: { allow: 'knowledge:read' },
      params: baseParams,
      query: z.object(tenantQuery),
      reply: VectorStoreState,
    },
    rebuild: {
      method: 'POST',
      path: '/api/content/knowledge-base/:id/vector-store/rebuild',
      summary: 'Write all vectors to the store again, without embedding anything again',
      access: { allow: 'knowledge:write' },
      params: baseParams,
      reply: VectorStoreState,
    },
    cleanUp: {
      method: 'POST',
      path: '/api/content/v2/connection/:id/clean-up',
      summary: 'Retry at once the removal of deleted vectors that the store still has',
      access: { allow: 'connections:write' },
      params: baseParams,
      reply: z.object({ ordered: z.number().int() }),
    },
  },
});
