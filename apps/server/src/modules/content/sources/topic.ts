/** The live topic on which every change of a source of the knowledge base is signalled; the id is the source's. */
export const sourceTopic = (knowledgeBaseId: string): string => `sources:${knowledgeBaseId}`;

export const syncRunKind = 'sources.sync';
