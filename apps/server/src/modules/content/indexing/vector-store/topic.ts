/** The kind of the run that writes all vectors of an index version to its store again. */
export const rebuildKind = 'knowledge.rebuild-store';
