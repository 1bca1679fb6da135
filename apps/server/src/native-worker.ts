import { serveComputations } from './kernel/compute/serve-computations.ts';
import { embedding } from './modules/content/models/native-computations.ts';

serveComputations([embedding]);
