const beyond = /[\u0080-\uffff]/g;
/** The positions where an escape would have another meaning: after a backslash, and in a template whose raw text is read. */
const unsafe = /\\[\u0080-\uffff]|\braw`[^`]*[\u0080-\uffff][^`]*`/;

/**
 * Replaces the letters beyond ASCII by escapes, in regular expressions and templates too, where the bundler leaves them. One such letter
 * makes the engine store the text of the whole file with two bytes per letter for as long as the server runs. @throws Error where an escape
 * would change what the code does
 */
export const inAscii = (code: string): string => {
  const found = unsafe.exec(code);
  if (found) throw new Error(`This cannot be written in ASCII: ${found[0].slice(0, 80)}`);
  return code.replaceAll(beyond, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
};
