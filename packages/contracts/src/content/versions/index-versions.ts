import { z } from 'zod';
import { defineContract } from '../../kernel/contract.ts';
import { Abilities, Done, lookupId, Timestamp, tenantQuery } from '../../kernel/shapes.ts';
import { Chunking, ChunkingPreview, NewChunkingPreview } from '../bases/chunking-shapes.ts';
import { VectorStoreName, WordLanguage } from '../bases/knowledge-shapes.ts';

/** Settings of a new index version; settings that are left out are taken from the active version. */
export const IndexSettings = z.object({
  chunking: Chunking.optional(),
  /** Null: no embeddings, so that the version is searched by words only. */
  embeddingModelId: z.string().min(1).max(200).nullable().optional(),
  vectorStore: VectorStoreName.optional(),
  /** Required by every store except EMBEDDED. */
  connectionId: z.string().max(100).nullable().optional(),
  language: WordLanguage.optional(),
});
export type IndexSettings = z.infer<typeof IndexSettings>;

/** The most credits to spend on embeddings; null: no limit besides that of the plan. */
const creditLimit = z
  .number('Please enter a number of credits')
  .min(0, 'Please enter 0 or more credits')
  .max(10_000_000, 'Please enter fewer credits')
  .nullable();

/** BUILDING: being built while the active version answers. ACTIVE: answers searches. RETIRED: answered before and can be activated again. */
export const IndexVersionStatus = z.enum(['BUILDING', 'ACTIVE', 'RETIRED']);
export type IndexVersionStatus = z.infer<typeof IndexVersionStatus>;

/** One way of splitting and embedding a knowledge base, with its progress. */
export const IndexVersion = z.object({
  indexVersionId: z.string(),
  status: IndexVersionStatus,
  chunking: Chunking,
  embeddingModelId: z.string().nullable(),
  vectorStore: VectorStoreName,
  connectionId: z.string().nullable(),
  language: WordLanguage,
  /** The version of the names that its chunks have of their documents (`index-format.ts`). */
  format: z.number().int(),
  documents: z.number().int(),
  chunks: z.number().int(),
  bytes: z.number(),
  /** Number of documents whose wording in the active version is not in this version yet. */
  pending: z.number().int(),
  creditLimit: creditLimit,
  spentCredits: z.number(),
  createdAt: Timestamp,
  retiredAt: Timestamp.nullable(),
  /** The time at which a retired version will be deleted automatically. */
  deletedAt: Timestamp.nullable(),
  /** The latest run on this version. `switches`: the version becomes active when the run succeeds. */
  run: z
    .object({
      status: z.enum(['QUEUED', 'RUNNING', 'WAITING', 'COMPLETED', 'FAILED', 'CANCELLED']),
      progress: z.number(),
      stage: z.string().nullable(),
      note: z.string().nullable(),
      error: z.object({ code: z.string(), message: z.string() }).nullable(),
      switches: z.boolean(),
    })
    .nullable(),
  abilities: Abilities,
});
export type IndexVersion = z.infer<typeof IndexVersion>;

export const IndexEstimate = z.object({
  documents: z.number().int(),
  chunks: z.number().int(),
  tokens: z.number().int(),
  credits: z.number(),
  seconds: z.number().int(),
});
export type IndexEstimate = z.infer<typeof IndexEstimate>;

/** The result of a question in one version: the rank of the first expected chunk, and the number of expected chunks found. */
const Finding = z.object({ rank: z.number().int().nullable(), found: z.number().int() });
const Score = z.object({ recall: z.number(), mrr: z.number() });

/** Compares the results of the saved questions in the active version and in another one. */
export const IndexComparison = z.object({
  /** Number of results that are compared. */
  topK: z.number().int(),
  active: Score,
  candidate: Score,
  pending: z.number().int(),
  questions: z.array(
    z.object({
      savedQuestionId: z.string(),
      query: z.string(),
      expected: z.number().int(),
      active: Finding,
      candidate: Finding,
      difference: z.enum(['BETTER', 'WORSE', 'SAME']),
    }),
  ),
});
export type IndexComparison = z.infer<typeof IndexComparison>;

/**
 * A better index than the active one, which this server can build. DOCUMENT_NAMES: chunks are found by the names of their documents too.
 * MEANING: chunks are found by their meaning too, with a model that costs nothing.
 */
export const IndexOffer = z.object({
  offer: z
    .object({
      improvements: z.array(z.enum(['DOCUMENT_NAMES', 'MEANING'])).min(1),
      /** The embedding model of the better index. */
      embeddingModelId: z.string().nullable(),
      documents: z.number().int(),
      /** The version under way that would be the better index; null before it is begun. */
      versionId: z.string().nullable(),
    })
    .nullable(),
});
export type IndexOffer = z.infer<typeof IndexOffer>;

const baseParams = z.object({ id: lookupId });
const versionParams = z.object({ id: lookupId, versionId: lookupId });
const path = '/api/content/knowledge-base/:id/index-versions' as const;

/** Index versions: change how a knowledge base is split and embedded without interrupting searches. */
export const indexVersions = defineContract({
  name: 'indexVersions',
  alsoFails: [
    'knowledge.embedding_unavailable',
    'knowledge.import_not_found',
    'knowledge.not_found',
    'models.upstream_unavailable',
  ],
  errors: {
    'index_versions.not_found': {
      kind: 'not_found',
      message: 'This version of the index does not exist. It may have been deleted meanwhile.',
    },
    'index_versions.building': {
      kind: 'conflict',
      message: 'Another version is being tried out already. Please switch to it or delete it first.',
    },
    'index_versions.unchanged': {
      kind: 'conflict',
      message: 'These are the settings of the active version. Please change at least one of them.',
    },
    'index_versions.active': {
      kind: 'conflict',
      message: 'This version answers the searches. Please switch to another one first.',
    },
    'index_versions.not_ready': {
      kind: 'conflict',
      message: 'This version is not built yet. Please wait until it is ready, or resume it.',
    },
    'index_versions.busy': {
      kind: 'conflict',
      message: 'This version is being built or updated. Please wait until that has finished, or cancel it.',
    },
    'index_versions.idle': {
      kind: 'conflict',
      message: 'This version is not being built or updated, so there is nothing to cancel.',
    },
    'index_versions.no_questions': {
      kind: 'precondition',
      message:
        'There are no saved questions to compare with. Please save some in the section Retrieval first.',
    },
    'index_versions.limit_reached': {
      kind: 'limit',
      message: 'The credit limit of this version is reached. Please resume it with a higher limit.',
    },
    'index_versions.switched': {
      kind: 'unavailable',
      message: 'The index was switched while this document was read. It is read again for the new one.',
    },
    'index_versions.not_previewed': {
      kind: 'invalid',
      message: 'This text cannot be previewed. Please try another one.',
    },
  },
  endpoints: {
    list: {
      method: 'GET',
      path,
      summary: 'List the versions of the index, newest first',
      access: { allow: 'knowledge:read' },
      params: baseParams,
      query: z.object(tenantQuery),
      reply: z.object({
        items: z.array(IndexVersion),
        /** Number of handwritten chunks in the active version, which every other version takes over. */
        handwritten: z.number().int(),
      }),
    },
    offer: {
      method: 'GET',
      path: `${path}/offer`,
      summary: 'Find out whether this server can build a better index than the active one',
      access: { allow: 'knowledge:read' },
      params: baseParams,
      query: z.object(tenantQuery),
      reply: IndexOffer,
    },
    estimate: {
      method: 'POST',
      path: `${path}/estimate`,
      summary: 'Estimate the size and cost of another version of the index',
      unaudited: 'it only reads',
      access: { allow: 'knowledge:write' },
      params: baseParams,
      body: IndexSettings,
      reply: IndexEstimate,
    },
    preview: {
      method: 'POST',
      path: '/api/import/v2/chunking-preview',
      summary: 'Preview how a text or a document would be split (CHUNK-03)',
      unaudited: 'it only reads',
      access: { allow: 'knowledge:write' },
      rate: 'chat',
      body: NewChunkingPreview,
      reply: ChunkingPreview,
    },
    start: {
      method: 'POST',
      path,
      summary: 'Build another version of the index beside the active one (KB-04, KB-05)',
      access: { allow: 'knowledge:write' },
      params: baseParams,
      body: IndexSettings.extend({ creditLimit: creditLimit.optional() }),
      reply: IndexVersion,
    },
    cancel: {
      method: 'POST',
      path: `${path}/:versionId/cancel`,
      summary: 'Stop building or updating a version; its finished part stays',
      access: { allow: 'knowledge:write' },
      params: versionParams,
      reply: IndexVersion,
    },
    resume: {
      method: 'POST',
      path: `${path}/:versionId/resume`,
      summary: 'Continue a stopped version, or bring it up to date',
      access: { allow: 'knowledge:write' },
      params: versionParams,
      body: z.object({ creditLimit: creditLimit.optional() }),
      reply: IndexVersion,
    },
    compare: {
      method: 'POST',
      path: `${path}/:versionId/compare`,
      summary: 'Compare the results of the saved questions in the active version and in this one',
      unaudited: 'it only reads',
      access: { allow: 'knowledge:write' },
      rate: 'chat',
      params: versionParams,
      reply: IndexComparison,
    },
    activate: {
      method: 'POST',
      path: `${path}/:versionId/switch`,
      summary: 'Make a version the active one; changes since it was built are taken over first',
      access: { allow: 'knowledge:write' },
      params: versionParams,
      reply: IndexVersion,
    },
    remove: {
      method: 'DELETE',
      path: `${path}/:versionId`,
      summary: 'Delete a version that is not active, with its chunks and vectors',
      access: { allow: 'knowledge:write' },
      params: versionParams,
      reply: Done,
    },
  },
});
