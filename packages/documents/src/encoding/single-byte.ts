import chardet from 'chardet';
import { resolveEncoding } from './labels.ts';
import { TextDecoding } from './text-decoding.ts';

/** An encoding of one byte for each character, with the share of a sample’s characters beyond ASCII that make sense in it. */
export interface Guess {
  encoding: string;
  share: number;
}

const decode = (sample: Uint8Array, encoding: string): string => {
  const decoding = new TextDecoding(encoding);
  return decoding.write(sample) + decoding.end();
};

const latinLetter = /^[a-z]$/i;
const letter = /^\p{L}$/u;
const isSmall = (character: string): boolean => character !== character.toUpperCase();
const isCapital = (character: string): boolean => character !== character.toLowerCase();
const noText = /[\u0080-\u009f\ufffd]/;
/** The signs of printed texts, which stand beside letters, digits and spaces of ASCII or of the script. */
const sign = /^[\u2010-\u203a€™\u00a0«»°§©®·±²³½¼£¿¡ºª№]$/u;

/** Returns true for a capital letter behind a small one, as no word has it. */
const breaksCase = (before: string, character: string): boolean =>
  letter.test(before) && isSmall(before) && !isCapital(before) && isCapital(character) && !isSmall(character);

/** A script: its encodings, its letters, and the small ones that stand in almost every sentence. */
interface Script {
  encodings: readonly string[];
  letters: RegExp;
  frequent: ReadonlySet<string>;
}

const scripts: readonly Script[] = [
  {
    encodings: ['windows-1251', 'koi8-r', 'ibm866', 'iso-8859-5', 'x-mac-cyrillic', 'koi8-u'],
    letters: /^\p{Script=Cyrillic}$/u,
    frequent: new Set('оеаинтсрвлкмдпуяі'),
  },
  {
    encodings: ['windows-1253', 'iso-8859-7'],
    letters: /^\p{Script=Greek}$/u,
    frequent: new Set('αοιετσνηυρπκμλςόίάέή'),
  },
  {
    encodings: ['windows-1255', 'iso-8859-8'],
    letters: /^\p{Script=Hebrew}$/u,
    frequent: new Set('יוהלאתמרבשנםח'),
  },
  {
    encodings: ['windows-1256', 'iso-8859-6'],
    letters: /^\p{Script=Arabic}$/u,
    frequent: new Set('الينمرتوبعدسةف'),
  },
  {
    encodings: ['windows-874'],
    letters: /^\p{Script=Thai}$/u,
    frequent: new Set('านรอกเงมยลวดทสต่้ีัิ'),
  },
];

/** Returns the mean of what the characters beyond ASCII count, each with its neighbours. */
const computeShare = (
  text: string,
  rate: (before: string, character: string, after: string) => number,
): number => {
  let total = 0;
  let good = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (character < '\u0080') continue;
    total++;
    good += rate(text.charAt(at - 1) || ' ', character, text.charAt(at + 1) || ' ');
  }
  return total === 0 ? 0 : good / total;
};

const rateLetter = (
  { letters, frequent }: Script,
  before: string,
  character: string,
  after: string,
): number => {
  if (!letters.test(character)) return sign.test(character) ? 1 : 0;
  if (latinLetter.test(before) || latinLetter.test(after) || breaksCase(before, character)) return 0;
  return frequent.has(character.toLowerCase()) ? 1 : 0.6;
};

/** Returns true for a capital letter inside a word of small ones. */
const isLateCapital = (before: string, character: string): boolean =>
  isCapital(character) && !isSmall(character) && /[a-z]/.test(before);

const rateLatin = (before: string, character: string, after: string): number => {
  if (noText.test(character) || breaksCase(before, character)) return 0;
  const beside = [before, after].filter((each) => latinLetter.test(each)).length;
  if (sign.test(character))
    return letter.test(before) && letter.test(after) && !/[’·\u2010-\u2015]/.test(character) ? 0 : 1;
  return /^\p{Script=Latin}$/u.test(character) && beside > 0 && !isLateCapital(before, character) ? 1 : 0;
};

const latinEncodings = ['windows-1252', 'windows-1250', 'iso-8859-2', 'cp850', 'macintosh'];

/** The encodings of old systems, which must fit clearly better than those of Windows. */
const rare: ReadonlySet<string> = new Set(['cp850', 'macintosh']);
const clearly = 0.1;

/** Every encoding of Windows contains the printed characters of the standard that it comes from. */
const ofWindows: ReadonlyMap<string, string> = new Map([
  ...[['iso-8859-1', 'windows-1252'] as const, ['iso-8859-9', 'windows-1254'] as const],
]);

/** Returns the encoding that statistics of groups of letters suggest, without those in which the sample has characters that no text has. */
const findByStatistics = (sample: Uint8Array): string | undefined =>
  chardet
    .analyse(sample)
    .flatMap(({ name }) => resolveEncoding(ofWindows.get(name.toLowerCase()) ?? name) ?? [])
    .find((name) => /^(?:windows|iso-8859|koi8)/.test(name) && !noText.test(decode(sample, name)));

/** The part by which a guess is preferred that statistics suggest as well. */
const agreement = 0.05;
/** The least share of a script, in which letters of every frequency count. */
const leastOfScript = 0.7;

/** Detects the encoding of a text in which each character is one byte. */
export function guessSingleByte(sample: Uint8Array): Guess {
  // One character alone says nothing about its script.
  const isWord = decode(sample, 'windows-1252').replace(/[\0-\x7f]+/g, '').length > 1;
  if (!isWord && !decode(sample, 'windows-1252').match(noText)) return { encoding: 'windows-1252', share: 1 };
  const suggested = findByStatistics(sample);
  const better = (one: Guess, other: Guess): Guess => {
    const weight = ({ encoding, share }: Guess) => share + (encoding === suggested ? agreement : 0);
    return weight(other) > weight(one) ? other : one;
  };
  const rated = scripts.flatMap((script) =>
    script.encodings.map((encoding): Guess => {
      const text = decode(sample, encoding);
      return {
        encoding,
        share: noText.test(text) ? 0 : computeShare(text, (...three) => rateLetter(script, ...three)),
      };
    }),
  );
  const script = rated.reduce(better);
  const tried = suggested === undefined ? latinEncodings : [...new Set([...latinEncodings, suggested])];
  const latin = tried
    .map((encoding): Guess => ({ encoding, share: computeShare(decode(sample, encoding), rateLatin) }))
    .reduce((one, other) =>
      rare.has(other.encoding) && other.share < one.share + clearly ? one : better(one, other),
    );
  return script.share >= leastOfScript && script.share > latin.share ? script : latin;
}
