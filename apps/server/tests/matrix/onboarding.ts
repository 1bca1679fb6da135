import { onboarding } from '@atelier/contracts';
import { matrixOf } from './matrix.ts';

export const onboardingMatrix = matrixOf(onboarding, {});
