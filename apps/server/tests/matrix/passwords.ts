import { passwords } from '@atelier/contracts';
import { matrixOf } from './matrix.ts';

export const passwordsMatrix = matrixOf(passwords, {});
