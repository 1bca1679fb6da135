/** A message with fewer characters is used whole as the question. */
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

/** Extracts the text of pasted HTML. Text that merely contains angle brackets is not changed. */
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

/** Selects the questions of a long message; one that refers back brings the previous sentence along. */
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
  // Without a question mark, the request is usually at the end.
  const chosen = asking.size > 0 ? [...asking] : sentences.slice(-2);
  return chosen.join(' ');
};

/**
 * Extracts the question of a message for searching: without markup and greetings, and of a long message only the questions. A
 * message of which nothing would be left is returned unchanged.
 */
export const coreQuestion = (message: string): string => {
  const text = withoutMarkup(message)
    .replace(/[^\S\n]+/g, ' ')
    .trim();
  const said = text.replace(greeting, '').trim() || text;
  if (said.length <= shortMessage) return said || message.trim();
  const core = askingSentences(said) || said;
  if (core.length <= longestQuestion) return core;
  // The end of a long question is more specific than its middle.
  return core.slice(-longestQuestion).replace(/^\S*\s/, '');
};
