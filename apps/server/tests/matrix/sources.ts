import { sources } from '@atelier/contracts';
import { matrixOf } from './matrix.ts';

export const sourcesMatrix = matrixOf(sources, {});
