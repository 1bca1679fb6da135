import { retrieval } from '@atelier/contracts';
import { matrixOf } from './matrix.ts';

export const retrievalMatrix = matrixOf(retrieval, {});
