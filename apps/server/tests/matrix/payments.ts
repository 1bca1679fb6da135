import { payments } from '@atelier/contracts';
import { matrixOf } from './matrix.ts';

export const paymentsMatrix = matrixOf(payments, {});
