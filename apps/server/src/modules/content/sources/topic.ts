/** The live topic that signals every change of a source of the knowledge base. The id is that of the source. */
export const sourceTopic = (knowledgeBaseId: string): string => `sources:${knowledgeBaseId}`;

export const syncRunKind = 'sources.sync';
