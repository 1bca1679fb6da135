import { documents } from '@atelier/contracts';
import { matrixOf } from './matrix.ts';

export const documentsMatrix = matrixOf(documents, {});
