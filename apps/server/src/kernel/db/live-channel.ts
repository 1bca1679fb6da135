/** The channel on which committed changes wake live listeners. */
export const liveChannel = 'atelier_live';
