const kinds: Record<string, { of: string; at: string }> = {
  'atelier/agent': { of: 'agent', at: '/runs/' },
  'atelier/worker': { of: 'worker', at: '/runs/' },
};
const flow = { of: 'flow', at: '/flows/runs/' };

/** Returns what the run of an answer ran, and the address at which it is shown. `modelId` is what the answer names as its model. */
export const answerRun = (modelId: string, runId: string): { of: string; address: string } => {
  const { of, at } = kinds[modelId] ?? flow;
  return { of, address: `${at}${runId}` };
};
