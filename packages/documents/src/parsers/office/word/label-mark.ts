/** Stands before the number of a list item that Word wrote, so that no other is counted. Texts are stored without it. */
export const labelMark = '\u2060';
