import { audit } from '@atelier/contracts';
import { matrixOf } from './matrix.ts';

export const auditMatrix = matrixOf(audit, {});
