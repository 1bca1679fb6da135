/** What scrolls by itself must be reached by the keyboard. */
export const scrollRegion = { role: 'region', tabIndex: 0 };
