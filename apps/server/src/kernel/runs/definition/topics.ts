/** The live topic that wakes every executor; which run it takes is decided there, fairly among tenants. */
export const waitingTopic = { tenantId: '*', topic: 'runs.waiting' } as const;

/** The live topic that tells executors of a cancelled run. */
export const cancelTopic = { tenantId: '*', topic: 'runs.cancel' } as const;
