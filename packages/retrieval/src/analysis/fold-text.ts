const ascii = /^\p{ASCII}*$/u;
const marksOnFoldedScripts = /(?<=[\p{Script=Latin}\p{Script=Greek}])\p{Mn}+/gu;
const invisible = /[\u00ad\u200b-\u200d\ufeff]/g;
const vowelSigns = /[\u064b-\u065f\u0670\u0591-\u05c7\u0640]/g;
const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ё: 'е',
  '’': "'",
  ʼ: "'",
};
const singleLetters = /[ßæœøłđðþıё’ʼ]/g;

/**
 * Normalises text for comparison: NFKC, lower case, no diacritics in Latin and Greek, no Arabic and Hebrew vowel signs. Cyrillic `й`
 * and the vowels of Indic and Thai scripts keep their marks: there they are letters.
 */
export function foldText(text: string): string {
  if (ascii.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(marksOnFoldedScripts, '')
    .replace(vowelSigns, '')
    .replace(invisible, '')
    .normalize('NFC')
    .replace(singleLetters, (letter) => letters[letter] ?? letter);
}
