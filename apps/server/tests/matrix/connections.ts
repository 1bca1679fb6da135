import { connections } from '@atelier/contracts';
import { matrixOf } from './matrix.ts';

export const connectionsMatrix = matrixOf(connections, {});
