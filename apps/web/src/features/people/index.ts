import type { Screen } from '../../lib/screen.ts';

export const peopleScreens: Screen[] = [];

/** Screens for those who are not signed in. */
export const publicPeopleScreens: Screen[] = [];
