declare module '../../../kernel/context/events.ts' {
  interface EventMap {
    /** A knowledge base was deleted with everything in it. */
    'knowledge.deleted': { knowledgeBaseId: string };
    /** Documents of a knowledge base were deleted. */
    'knowledge.documents_removed': { knowledgeBaseId: string };
    /** Another index version became active, so searches find other chunks. */
    'knowledge.index_switched': { knowledgeBaseId: string };
    /** Documents of a knowledge base were disabled or enabled. */
    'knowledge.documents_switched': { knowledgeBaseId: string };
  }
}

export {};
