import { people } from '@atelier/contracts';
import { matrixOf } from './matrix.ts';

export const peopleMatrix = matrixOf(people, {});
