import { graph } from '@atelier/contracts';
import { matrixOf } from './matrix.ts';

export const graphMatrix = matrixOf(graph, {});
