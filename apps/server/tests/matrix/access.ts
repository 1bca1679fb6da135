import { access } from '@atelier/contracts';
import { matrixOf } from './matrix.ts';

export const accessMatrix = matrixOf(access, {});
