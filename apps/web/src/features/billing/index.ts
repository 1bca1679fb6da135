import type { Screen } from '../../lib/screen.ts';

export const billingScreens: Screen[] = [];
