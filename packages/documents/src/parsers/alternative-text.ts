import { singleLine } from '../clean-text.ts';

/** A longer alternative text of a picture says something; a shorter one often names a sign or a file. */
const shortest = 12;
/** The sentence that Office adds to what it guesses. */
const guessed =
  /(?:automatically generated|generated automatically|automatisch generiert|généré automatiquement|generado automáticamente)/i;

/** Returns what an alternative text says of its picture; empty where it says nothing. */
export function readAlternative(text: string | undefined): string {
  const words = singleLine((text ?? '').slice(0, 4000));
  return words.length >= shortest && words.includes(' ') && !guessed.test(words) ? words : '';
}
