/** Returns what the run of an answer ran, and the address at which it is shown. `modelId` is what the answer names as its model. */
export const answerRun = (modelId: string, runId: string): { of: string; address: string } =>
  modelId === 'atelier/agent'
    ? { of: 'agent', address: `/runs/${runId}` }
    : { of: 'flow', address: `/flows/runs/${runId}` };
