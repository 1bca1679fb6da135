const number = /^[^\p{L}\p{N}]*\p{N}(?:[\s.,’'/:–-]*\p{N})*[^\p{L}\p{N}]*(?:\p{L}{1,3})?$|^[-–—]$/u;

/** Returns true for a number, with the signs and units that stand around it, and for the dash that stands for none. */
export const isNumber = (text: string): boolean => text.length <= 24 && number.test(text);
