/** The run that writes all vectors of an index version into its store anew. */
export const rebuildKind = 'knowledge.rebuild-store';
