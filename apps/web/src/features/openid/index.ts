import type { Screen } from '../../lib/screen.ts';

/** Screens for those who are not signed in. */
export const openidScreens: Screen[] = [];
