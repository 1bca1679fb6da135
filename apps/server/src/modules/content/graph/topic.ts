export const graphRunKind = 'graph.build';
/** Makes the graph anew after documents came or went. */
export const refreshTask = 'graph.refresh';

/** The live topic on which progress of a build is signalled; the id is the knowledge base's. */
export const graphTopic = (knowledgeBaseId: string): string => `graph:${knowledgeBaseId}`;

/** What a build's run is about. Not the knowledge base's own id, which other runs may be about. */
export const graphSubject = (knowledgeBaseId: string): string => `graph:${knowledgeBaseId}`;
export const baseOfSubject = (subjectId: string): string => subjectId.replace(/^graph:/, '');
