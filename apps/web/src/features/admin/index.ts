import type { Screen } from '../../lib/screen.ts';

export const adminScreens: Screen[] = [];
