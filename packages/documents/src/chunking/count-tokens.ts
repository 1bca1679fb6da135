import { createRequire } from 'node:module';

/** A text is split in windows of this many characters, so that counting can stop early. */
const windowCharacters = 4096;
/**
 * The tokenizer's time grows with the square of a run of letters (100,000 Chinese characters in one go take 49 s), so a longer run
 * is counted in parts.
 */
const longestRun = 256;
/** The number of remembered runs at which the older half is forgotten. */
const mostRemembered = 65_536;

type Encoding = Pick<
  typeof import('gpt-tokenizer/encoding/cl100k_base'),
  'countTokens' | 'setMergeCacheSize'
>;
interface Tokenizer {
  encoding: Encoding;
  /** Matches the runs that are encoded by themselves: a word with the space before it, some digits, signs, blanks. */
  runs: RegExp;
}

const nothingSpecial = { disallowedSpecial: new Set<string>() };
let tokenizer: Tokenizer | null = null;
/** The numbers of tokens of recent runs of characters, and of those before them. */
let recent = new Map<string, number>();
let earlier = new Map<string, number>();

/**
 * Counts the tokens of a text in the encoding cl100k_base, within about one percent. Special tokens count as plain text. Stops
 * early once the count exceeds `enough`.
 */
export function countTokens(text: string, enough = Number.POSITIVE_INFINITY): number {
  tokenizer ??= loadTokenizer();
  let tokens = 0;
  for (let from = 0; from < text.length && tokens <= enough; ) {
    const to = windowEnd(text, from);
    for (const run of text.slice(from, to).match(tokenizer.runs) ?? [])
      tokens += countRun(run, tokenizer.encoding);
    from = to;
  }
  return tokens;
}

function countRun(run: string, encoding: Encoding): number {
  if (run.length > longestRun) return countParts(run, encoding);
  const known = recent.get(run);
  if (known !== undefined) return known;
  const tokens = earlier.get(run) ?? encoding.countTokens(run, nothingSpecial);
  if (recent.size >= mostRemembered / 2) {
    earlier = recent;
    recent = new Map();
  }
  recent.set(copyText(run), tokens);
  return tokens;
}

function countParts(run: string, encoding: Encoding): number {
  let tokens = 0;
  for (let from = 0; from < run.length; ) {
    const to = run.length - from <= longestRun ? run.length : safeCut(run, from + longestRun);
    tokens += countRun(run.slice(from, to), encoding);
    from = to;
  }
  return tokens;
}

/** Returns an equal text of its own: a part of a text would keep the whole text in memory. */
const copyText = (run: string): string => Buffer.from(run, 'utf16le').toString('utf16le');

/** Ends a window before a space, because a token includes the space before its word. */
function windowEnd(text: string, from: number): number {
  const to = from + windowCharacters;
  if (to >= text.length) return text.length;
  const space = text.lastIndexOf(' ', to);
  return space > from + windowCharacters / 2 ? space : safeCut(text, to);
}

/** The nearest position at or before `at` that is not inside a surrogate pair. */
export function safeCut(text: string, at: number): number {
  const before = text.charCodeAt(at - 1);
  return before >= 0xd800 && before <= 0xdbff ? at - 1 : at;
}

/** Loads the encoding at the first count, because its table takes 45 MB. */
function loadTokenizer(): Tokenizer {
  const load = createRequire(import.meta.url);
  const encoding = load('gpt-tokenizer/encoding/cl100k_base') as Encoding;
  const { CL100K_TOKEN_SPLIT_REGEX: runs } = load('gpt-tokenizer/encodingParams/constants') as {
    CL100K_TOKEN_SPLIT_REGEX: RegExp;
  };
  // The counts are remembered here, so that the encoding need not remember them as well.
  encoding.setMergeCacheSize(0);
  return { encoding, runs };
}
