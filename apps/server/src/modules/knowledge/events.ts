declare module '../../kernel/events.ts' {
  interface EventMap {
    /** A knowledge base is gone with everything in it. */
    'knowledge.deleted': { knowledgeBaseId: string };
    /** Documents are gone from a knowledge base. */
    'knowledge.documents_removed': { knowledgeBaseId: string };
  }
}

export {};
