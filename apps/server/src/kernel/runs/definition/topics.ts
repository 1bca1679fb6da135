/** The live topic that wakes every executor. Each then claims runs fairly among tenants. */
export const waitingTopic = { tenantId: '*', topic: 'runs.waiting' } as const;

/** The live topic that tells executors about cancelled runs. */
export const cancelTopic = { tenantId: '*', topic: 'runs.cancel' } as const;

/** The live topic on which the database announces that an executor has started (register_executor.sql). */
export const executorsTopic = { tenantId: '*', topic: 'runs.executors' } as const;
