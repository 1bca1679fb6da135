import type { Screen } from '../../lib/screen.ts';

export const paymentScreens: Screen[] = [];
