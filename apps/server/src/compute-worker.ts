import { serveComputations } from './kernel/compute/serve-computations.ts';
import { index, projection, undecided } from './modules/graph/computations.ts';

serveComputations([index, projection, undecided]);
