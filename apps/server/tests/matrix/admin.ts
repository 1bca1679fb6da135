import { admin } from '@atelier/contracts';
import { matrixOf } from './matrix.ts';

export const adminMatrix = matrixOf(admin, {});
