import { indexVersions } from '@atelier/contracts';
import { matrixOf } from './matrix.ts';

export const indexVersionsMatrix = matrixOf(indexVersions, {});
