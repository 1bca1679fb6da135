import type { Screen } from '../../lib/screen.ts';

export const accountScreens: Screen[] = [];
