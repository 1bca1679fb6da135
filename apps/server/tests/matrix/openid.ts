import { openid } from '@atelier/contracts';
import { matrixOf } from './matrix.ts';

export const openidMatrix = matrixOf(openid, {});
