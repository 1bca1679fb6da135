import { history } from '@atelier/contracts';
import { matrixOf } from './matrix.ts';

export const historyMatrix = matrixOf(history, {});
