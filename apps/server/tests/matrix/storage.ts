import { storage } from '@atelier/contracts';
import { matrixOf } from './matrix.ts';

export const storageMatrix = matrixOf(storage, {});
