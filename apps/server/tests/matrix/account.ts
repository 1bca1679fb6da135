import { account } from '@atelier/contracts';
import { matrixOf } from './matrix.ts';

export const accountMatrix = matrixOf(account, {});
