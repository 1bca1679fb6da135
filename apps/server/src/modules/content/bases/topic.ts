/** The live topic on which every change of an import of the knowledge base is signalled; the id is the import's. */
export const knowledgeTopic = (knowledgeBaseId: string): string => `knowledge:${knowledgeBaseId}`;
