export const reindexKind = 'knowledge.reindex';

/** How long a version can be taken back after another one began to answer. */
export const keptDays = 7;
