/** The name of a flow that nobody has named yet. */
export const newFlowName = 'New flow';
