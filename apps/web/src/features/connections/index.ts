import type { Screen } from '../../lib/screen.ts';

/** The accounts and servers of others that a company has set up (ROUTE-21, ROUTE-33). */
export const connectionScreens: Screen[] = [];
