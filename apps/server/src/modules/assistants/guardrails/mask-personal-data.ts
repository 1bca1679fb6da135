const toDigits = (text: string): string => text.replaceAll(/\D/g, '');

/** The check of card numbers by Luhn (ISO/IEC 7812-1). */
const passesLuhn = (digits: string): boolean => {
  let sum = 0;
  for (let at = 0; at < digits.length; at += 1) {
    const digit = Number(digits[digits.length - 1 - at]);
    const doubled = at % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
};

const isCard = (text: string): boolean => {
  const digits = toDigits(text);
  return digits.length >= 13 && digits.length <= 19 && passesLuhn(digits);
};

/** The check digits of bank accounts (ISO 13616): the number, letters counted from 10, leaves 1 when divided by 97. */
const isBankAccount = (text: string): boolean => {
  const compact = text.replaceAll(' ', '').toUpperCase();
  if (compact.length < 15 || compact.length > 34) return false;
  let rest = 0;
  for (const sign of `${compact.slice(4)}${compact.slice(0, 4)}`)
    for (const digit of String(Number.parseInt(sign, 36))) rest = (rest * 10 + Number(digit)) % 97;
  return rest === 1;
};

/** 8 to 15 digits (ITU-T E.164), with a plus or a zero in front, or divided as telephone numbers are. */
const isTelephone = (text: string): boolean => {
  const { length } = toDigits(text);
  const isDate = /^\d{4}[-. ]\d{1,2}[-. ]\d{1,2}$|^\d{1,2}[-. ]\d{1,2}[-. ]\d{4}$/.test(text);
  const begins = /^\(?(?:\+|0)/.test(text);
  return length >= 8 && length <= 15 && !isDate && (begins || /^\(?\d{3}\)?[-. ]\d{3}[-. ]\d{4}$/.test(text));
};

interface Kind {
  word: string;
  expression: RegExp;
  isOne?: (text: string) => boolean;
}

/** Longer forms come first: a card is not a telephone number. */
const kinds: readonly Kind[] = [
  { word: '[EMAIL]', expression: /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}.-]{1,253}\.\p{L}{2,24}/gu },
  {
    word: '[BANK ACCOUNT]',
    expression: /\b[A-Za-z]{2}\d{2}(?: ?[A-Za-z\d]){11,30}\b/g,
    isOne: isBankAccount,
  },
  { word: '[CARD]', expression: /\b\d(?:[ -]?\d){12,18}\b/g, isOne: isCard },
  { word: '[SOCIAL SECURITY NUMBER]', expression: /\b\d{3}-\d{2}-\d{4}\b/g },
  { word: '[TELEPHONE]', expression: /(?:\+|\(|\b)\d(?:[ ()./-]{0,3}\d){7,14}\b/g, isOne: isTelephone },
  {
    word: '[IP ADDRESS]',
    expression: /\b(?:\d{1,3}\.){3}\d{1,3}\b/g,
    isOne: (text) => text.split('.').every((part) => Number(part) <= 255),
  },
];

/** Replaces personal data in a text with words for what stood there. Names and addresses of streets are not recognised. */
export const maskPersonalData = (text: string): string =>
  kinds.reduce(
    (masked, { word, expression, isOne }) =>
      masked.replaceAll(expression, (found) => (isOne === undefined || isOne(found) ? word : found)),
    text,
  );
