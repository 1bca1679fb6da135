export const reindexKind = 'knowledge.reindex';

/** How long a version can be made active again after it was replaced. */
export const keptDays = 7;
