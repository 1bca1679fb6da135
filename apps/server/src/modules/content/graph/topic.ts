import { z } from 'zod';
import { defineJob } from '../../../kernel/context/define-job.ts';
import { defineRunType } from '../../../kernel/runs/index.ts';

/** The type of the run that extracts the graph of one knowledge base, which is its scope. */
export const graphRunType = defineRunType({
  kind: 'graph.build',
  title: 'Build of a knowledge graph',
  version: 1,
  input: z.object({}),
  output: z.object({ note: z.string() }),
  lane: 'heavy',
  keptWithSubject: true,
});
/** The job that recomputes the graph after documents were added or removed. */
export const refreshJob = defineJob({
  name: 'graph.refresh',
  input: z.object({ knowledgeBaseId: z.string() }),
});

/** The live topic that signals the progress of a build. The id is that of the knowledge base. */
export const graphTopic = (knowledgeBaseId: string): string => `graph:${knowledgeBaseId}`;

/**
 * Returns the subject of a build's run. It differs from the knowledge base's id, which may be the subject of other runs.
 */
export const graphSubject = (knowledgeBaseId: string): string => `graph:${knowledgeBaseId}`;
export const baseOfSubject = (subjectId: string): string => subjectId.replace(/^graph:/, '');
