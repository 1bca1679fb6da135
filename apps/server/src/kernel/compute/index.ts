export { type Computation, ComputationStopped, defineComputation } from './computation.ts';
export { type Compute, createCompute } from './compute.ts';
export { serveComputations } from './serve-computations.ts';
export { tellWaits } from './tell-waits.ts';
