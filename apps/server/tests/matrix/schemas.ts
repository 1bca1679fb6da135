import { schemas } from '@atelier/contracts';
import { matrixOf } from './matrix.ts';

export const schemasMatrix = matrixOf(schemas, {});
