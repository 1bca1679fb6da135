declare module '../../../kernel/context/events.ts' {
  interface EventMap {
    /** A knowledge base is gone with everything in it. */
    'knowledge.deleted': { knowledgeBaseId: string };
    /** Documents are gone from a knowledge base. */
    'knowledge.documents_removed': { knowledgeBaseId: string };
    /** Another version of the index answers, with other chunks. */
    'knowledge.index_switched': { knowledgeBaseId: string };
    /** Documents of a knowledge base were disabled or enabled. */
    'knowledge.documents_switched': { knowledgeBaseId: string };
  }
}

export {};
