import { audit } from '@atelier/contracts/operate/audit';
import { matrixOf } from '../matrix.ts';

export const auditMatrix = matrixOf(audit, {
  list: { plain: 'it reads the own log' },
  choices: { plain: 'it reads the own log' },
  export: { plain: 'it reads the own log' },
});
