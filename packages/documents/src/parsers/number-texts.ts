const romans: readonly (readonly [number, string])[] = [
  ...([
    [1000, 'm'],
    [900, 'cm'],
    [500, 'd'],
    [400, 'cd'],
    [100, 'c'],
    [90, 'xc'],
  ] as const),
  ...([
    [50, 'l'],
    [40, 'xl'],
    [10, 'x'],
    [9, 'ix'],
    [5, 'v'],
    [4, 'iv'],
    [1, 'i'],
  ] as const),
];

const toRoman = (number: number): string => {
  if (number < 1 || number > 3999) return String(number);
  let left = number;
  let text = '';
  for (const [value, letters] of romans) for (; left >= value; left -= value) text += letters;
  return text;
};

/** Behind z follow aa, bb and so on, as in Word. */
const toLetters = (number: number, alphabet: string): string => {
  const letters = Array.from(alphabet);
  const letter = letters[(number - 1) % letters.length];
  const times = Math.ceil(number / letters.length);
  return letter === undefined || times > 30 ? String(number) : letter.repeat(times);
};

const ones = [
  ...[
    'Zero',
    'One',
    'Two',
    'Three',
    'Four',
    'Five',
    'Six',
    'Seven',
    'Eight',
    'Nine',
    'Ten',
    'Eleven',
    'Twelve',
  ],
  ...['Thirteen', 'Fourteen', 'Fifteen', 'Sixteen', 'Seventeen', 'Eighteen', 'Nineteen'],
];
const tens = ['', '', 'Twenty', 'Thirty', 'Forty', 'Fifty', 'Sixty', 'Seventy', 'Eighty', 'Ninety'];
const ordinals: Record<string, string> = {
  One: 'First',
  Two: 'Second',
  Three: 'Third',
  Five: 'Fifth',
  Eight: 'Eighth',
  Nine: 'Ninth',
  Twelve: 'Twelfth',
};

const toWords = (number: number): string => {
  if (number < 0 || number > 99) return String(number);
  if (number < 20) return ones[number] ?? '';
  const rest = number % 10;
  return `${tens[Math.floor(number / 10)] ?? ''}${rest === 0 ? '' : `-${(ones[rest] ?? '').toLowerCase()}`}`;
};

const toOrdinalWord = (number: number): string => {
  if (number < 1 || number > 99) return toOrdinal(number);
  const words = toWords(number);
  const [first = '', last] = words.split('-');
  const end = last === undefined ? first : `${last.slice(0, 1).toUpperCase()}${last.slice(1)}`;
  const ordinal = ordinals[end] ?? (end.endsWith('y') ? `${end.slice(0, -1)}ieth` : `${end}th`);
  return last === undefined ? ordinal : `${first}-${ordinal.toLowerCase()}`;
};

const toOrdinal = (number: number): string => {
  const teen = number % 100 > 10 && number % 100 < 14;
  return `${number}${(teen ? undefined : ['th', 'st', 'nd', 'rd'][number % 10]) ?? 'th'}`;
};

const han = Array.from('〇一二三四五六七八九');

const toHan = (number: number): string => {
  if (number < 1 || number > 9999) return String(number);
  const digits = Array.from(String(number), Number);
  let text = '';
  for (const [at, digit] of digits.entries()) {
    const unit = ['', '十', '百', '千'][digits.length - 1 - at] ?? '';
    if (digit > 0) text += `${digit === 1 && unit === '十' && at === 0 ? '' : (han[digit] ?? '')}${unit}`;
    else if (!text.endsWith('〇') && digits.slice(at + 1).some((each) => each > 0)) text += '〇';
  }
  return text;
};

const toCircle = (number: number): string =>
  number >= 1 && number <= 20 ? String.fromCodePoint(0x2460 + number - 1) : String(number);

const latin = 'abcdefghijklmnopqrstuvwxyz';
const russian = 'абвгдежзиклмнопрстуфхцчшщэюя';
const ideographs = '甲乙丙丁戊己庚辛壬癸';

const writers: Record<string, (number: number) => string> = {
  decimalZero: (number) => String(number).padStart(2, '0'),
  upperRoman: (number) => toRoman(number).toUpperCase(),
  lowerRoman: toRoman,
  upperLetter: (number) => toLetters(number, latin).toUpperCase(),
  lowerLetter: (number) => toLetters(number, latin),
  russianUpper: (number) => toLetters(number, russian).toUpperCase(),
  russianLower: (number) => toLetters(number, russian),
  ordinal: toOrdinal,
  cardinalText: toWords,
  ordinalText: toOrdinalWord,
  numberInDash: (number) => `- ${number} -`,
  decimalEnclosedCircle: toCircle,
  decimalEnclosedCircleChinese: toCircle,
  decimalEnclosedParen: (number) => `(${number})`,
  decimalEnclosedFullstop: (number) => `${number}.`,
  hex: (number) => number.toString(16).toUpperCase(),
  ideographTraditional: (number) => toLetters(number, ideographs),
  none: () => '',
};
for (const format of [
  ...['chineseCounting', 'chineseCountingThousand', 'taiwaneseCounting', 'taiwaneseCountingThousand'],
  ...['japaneseCounting', 'koreanCounting', 'ideographDigital', 'japaneseDigitalTenThousand'],
])
  writers[format] = toHan;

/** Writes a number of a list in a format of Word (ECMA-376 part 1, 17.18.59); in digits where the format is not known. */
export const writeNumber = (number: number, format: string): string =>
  (Object.hasOwn(writers, format) ? writers[format] : undefined)?.(number) ?? String(number);
