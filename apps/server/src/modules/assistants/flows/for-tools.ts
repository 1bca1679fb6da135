// Exports for tools and agents, which compute as the steps of flows do.

export { checkFit } from './check-fit.ts';
export { computeCode, whyCodeFailed } from './engine/run-code.ts';
export { runPure } from './engine/run-pure.ts';
