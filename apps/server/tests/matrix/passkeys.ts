import { passkeys } from '@atelier/contracts';
import { matrixOf } from './matrix.ts';

export const passkeysMatrix = matrixOf(passkeys, {});
