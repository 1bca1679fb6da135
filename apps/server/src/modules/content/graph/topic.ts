export const graphRunKind = 'graph.build';
/** The job that recomputes the graph after documents were added or removed. */
export const refreshTask = 'graph.refresh';

/** The live topic that signals the progress of a build. The id is that of the knowledge base. */
export const graphTopic = (knowledgeBaseId: string): string => `graph:${knowledgeBaseId}`;

/**
 * Returns the subject of a build's run. It differs from the knowledge base's id, which may be the subject of other runs.
 */
export const graphSubject = (knowledgeBaseId: string): string => `graph:${knowledgeBaseId}`;
export const baseOfSubject = (subjectId: string): string => subjectId.replace(/^graph:/, '');
