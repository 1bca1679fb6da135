import type { Screen } from '../../lib/screen.ts';

export const storageScreens: Screen[] = [];
