/** What a document will probably come to. */
export interface Guess {
  pages: number;
  tokens: number;
}

/** A page of print. */
const tokensPerPage = 500;
/** Bytes of a token of plain text. */
const bytesPerToken = 4;

const ofText = (share: number) => (size: number) => Math.ceil((size * share) / bytesPerToken);
const ofPages = (bytesPerPage: number) => (size: number) => Math.ceil(size / bytesPerPage) * tokensPerPage;

/** Tokens by the kind of file. What is mostly markup, packing or picture holds less text than bytes. */
const tokensOf: readonly [RegExp, (size: number) => number][] = [
  [/\.(pdf)$/i, ofPages(60_000)],
  [/\.(docx|doc|odt|rtf|epub)$/i, ofPages(20_000)],
  [/\.(pptx|ppt|odp)$/i, ofPages(80_000)],
  [/\.(xlsx|xls|ods)$/i, ofText(1.5)],
  [/\.(html?|xml)$/i, ofText(0.4)],
  [/\.(png|jpe?g|webp|gif|bmp|svg|tiff?)$/i, () => 300],
  // A megabyte of sound is about a minute of speech.
  [/\.(mp3|wav|m4a|ogg|flac)$/i, (size) => Math.ceil(size / 1_000_000) * 200],
  [/\.(mp4|mov|mkv|webm|avi|mpe?g|wmv|flv|ogv)$/i, (size) => Math.ceil(size / 10_000_000) * 200],
];

/** A document judged by its name and size. */
export const estimateFile = ({ name, size }: { name: string; size: number }): Guess => {
  const found = tokensOf.find(([ending]) => ending.test(name));
  const tokens = size === 0 ? 0 : (found?.[1] ?? ofText(1))(size);
  return { tokens, pages: Math.max(1, Math.ceil(tokens / tokensPerPage)) };
};

export const addUp = (guesses: readonly Guess[]): Guess =>
  guesses.reduce((sum, { pages, tokens }) => ({ pages: sum.pages + pages, tokens: sum.tokens + tokens }), {
    pages: 0,
    tokens: 0,
  });

/** Reading, cutting and storing a document, and embedding its passages. */
const pace = { secondsPerDocument: 0.15, readTokens: 40_000, embedTokens: 15_000 };

export const secondsOf = (documents: number, tokens: number, isEmbedded: boolean): number =>
  Math.ceil(
    documents * pace.secondsPerDocument +
      tokens / pace.readTokens +
      (isEmbedded ? tokens / pace.embedTokens : 0),
  );
