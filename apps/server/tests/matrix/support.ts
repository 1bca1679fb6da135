import { support } from '@atelier/contracts';
import { matrixOf } from './matrix.ts';

export const supportMatrix = matrixOf(support, {});
