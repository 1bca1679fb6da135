/** Below so many characters a message is all question. */
const shortMessage = 200;
const longestQuestion = 400;

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

/** The words of pasted HTML. Text that merely has angle brackets in it stays as it is. */
const withoutMarkup = (text: string): string =>
  /<\/?[a-z][^<>]*>/i.test(text)
    ? text
        .replace(/<(script|style)\b[^>]*>[\s\S]*?(?:<\/\1>|$)/gi, ' ')
        .replace(/<\/(?:p|div|li|h\d|td|th|tr|blockquote)>|<br\s*\/?>/gi, '\n')
        .replace(/<!--[\s\S]*?(?:-->|$)|<\/?[a-z][^<>]*>/gi, ' ')
        .replace(/&(amp|lt|gt|quot|apos|nbsp);/gi, (_, name: string) => entities[name.toLowerCase()] ?? ' ')
    : text;

const greeting =
  /^\s*(?:(?:hi|hello|hey|dear|good (?:morning|afternoon|evening|day)|hallo|guten (?:tag|morgen|abend)|liebe[rs]?|sehr geehrte[rs]?|bonjour|bonsoir|salut|hola|buenos días|buenas tardes|buongiorno|ciao|olá|bom dia|boa tarde|hoi|goedemorgen|hej|hei|merhaba|привет|здравствуйте|مرحبا|مرحبًا|שלום)(?!\p{L})[^,.!?\n]{0,40}[,.!،]\s*)/iu;

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
const asks = /[?？؟]["'”’»)]*\s*$/u;
const pointing =
  /\b(it|its|they|them|this|that|these|those|he|she|es|sie|das|dies\w*|ihn|il|elle|ils|cela|eso|esto|ello|esso|isso|het|dat|dit)\b/iu;
const courtesy =
  /^\s*(?:thanks?\b|thank you|many thanks|best\b|kind regards|regards|danke|vielen dank|mit freundlichen|merci|cordialement|gracias|saludos|grazie|obrigad)/iu;

/** The sentences of a long message that ask; one that points back brings the one before it. */
const askingSentences = (text: string): string => {
  const sentences = text
    .split(/\n+/)
    .flatMap((line) => Array.from(segmenter.segment(line), ({ segment }) => segment.trim()))
    .filter((sentence) => sentence !== '' && !courtesy.test(sentence));
  const asking = new Set<string>();
  for (const [at, sentence] of sentences.entries()) {
    if (!asks.test(sentence)) continue;
    const before = sentences[at - 1];
    if (before !== undefined && !asks.test(before) && sentence.length < 60 && pointing.test(sentence))
      asking.add(before);
    asking.add(sentence);
  }
  // Nobody asks with a mark: what was wanted usually comes last.
  const chosen = asking.size > 0 ? [...asking] : sentences.slice(-2);
  return chosen.join(' ');
};

/**
 * What a message asks, for searching: without pasted markup and greetings, and of a long message the sentences that ask.
 * A message with nothing else in it stays as it is.
 */
export const coreQuestion = (message: string): string => {
  const text = withoutMarkup(message)
    .replace(/[^\S\n]+/g, ' ')
    .trim();
  const said = text.replace(greeting, '').trim() || text;
  if (said.length <= shortMessage) return said || message.trim();
  const core = askingSentences(said) || said;
  if (core.length <= longestQuestion) return core;
  // The end of a long question says what it is about, as the beginning does.
  return core.slice(-longestQuestion).replace(/^\S*\s/, '');
};
