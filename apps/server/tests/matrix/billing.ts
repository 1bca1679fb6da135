import { billing } from '@atelier/contracts';
import { matrixOf } from './matrix.ts';

export const billingMatrix = matrixOf(billing, {
  subscription: { plain: 'it shows the own company' },
});
