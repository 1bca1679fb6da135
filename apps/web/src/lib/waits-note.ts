/** Is said of an answer while it waits for computing time behind others. */
export const waitsNote = 'Others are served first at the moment. This answer waits and goes on by itself.';
