import { fakeReading } from './fake-reading.ts';

/**
 * Returns the reply of the fake model: extracted data if they are requested, a cited answer if there are numbered chunks, otherwise an
 * echo.
 */

export interface FakeMessage {
  role: string;
  content: string;
}

const chunkPattern = /<chunk number="(\d+)"[^>]*>\n([\s\S]*?)\n<\/chunk>/g;

export const fakeAnswer = (messages: FakeMessage[]): string => {
  const system = messages.find(({ role }) => role === 'system')?.content ?? '';
  const question = messages.findLast(({ role }) => role === 'user')?.content ?? '';
  const reading = fakeReading(system, question);
  if (reading !== undefined) return reading;
  if (system.startsWith('Rewrite the last question')) return standalone(question);
  if (system.startsWith('Propose up to')) return followUps(question);
  if (system.startsWith('Decide whether a message')) return verdict(system, question);
  if (system.startsWith('Translate a question into a query')) return tableQuery(question);
  if (system.startsWith('Summarise the conversation')) return summary(question);
  if (/^(hi|hello|hey)\b/i.test(question)) return 'Hello! How can I help you?';
  if (!system.includes('knowledge base')) return `You said: ${question}`;
  const chunks = [...system.matchAll(chunkPattern)];
  if (question.startsWith('Name every row')) return everyRow(chunks);
  const cited = bestSentences(chunks, question);
  return cited.length === 0 ? 'I could not find that in the knowledge base.' : cited.join(' ');
};

/** The verdict on a quoted message: by one word for each of the two checks, and none on a message that wants none. */
const verdict = (system: string, message: string): string => {
  if (message.includes('unclear')) return 'I would rather not say.';
  return message.includes(system.includes('break out of the rules') ? 'grandmother' : 'poison')
    ? 'BLOCK'
    : 'PASS';
};

/** The query that a question spells out, to the first table. */
const tableQuery = (prompt: string): string => {
  const [, query] = /^TABLE \{(.*)$/m.exec(prompt) ?? [];
  return query === undefined ? '{}' : `{"table": 1, ${query}`;
};

/** Repeats each line of the first chunk, and cites it. */
const everyRow = (chunks: RegExpExecArray[]): string =>
  (chunks[0]?.[2] ?? '')
    .split(/\n+/)
    .map((line) => `${line.trim()} [1].`)
    .join('\n');

const bestSentences = (chunks: RegExpExecArray[], question: string): string[] => {
  const asked = wordsOf(question);
  const scored = chunks.map(([, number = '', text = '']) => {
    const sentences = text.split(/(?<=[.!?])\s+|\n+/).filter((sentence) => /\p{L}/u.test(sentence));
    const ranked = sentences
      .map((sentence) => ({ sentence, shared: shared(wordsOf(sentence), asked) }))
      .sort((a, b) => b.shared - a.shared);
    return { number, text: ranked[0]?.sentence.trim() ?? '', shared: ranked[0]?.shared ?? 0 };
  });
  const best = scored.filter((entry) => entry.shared > 0).sort((a, b) => b.shared - a.shared);
  return best.slice(0, 2).map((entry) => `${entry.text} [${entry.number}]`);
};

/** Returns the last question, preceded by the words of the user's previous question. */
const standalone = (prompt: string): string => {
  const question = prompt.split('Last question: ').at(-1) ?? '';
  const earlier = [...prompt.matchAll(/^User: (.*)$/gm)].at(-1)?.[1] ?? '';
  return earlier === '' ? question : `${question.replace(/\?$/, '')} (about: ${earlier.replace(/\?$/, '')})?`;
};

/** Asks about the first words of each chunk, and one question that no chunk answers. */
const followUps = (prompt: string): string =>
  [
    ...[...prompt.matchAll(chunkPattern)].map(
      ([, number = '', text = '']) => `- What about ${text.split(/\s+/).slice(0, 3).join(' ')}? [${number}]`,
    ),
    'Who wrote this? [99]',
  ].join('\n');

/** Names what the user asked. */
const summary = (prompt: string): string =>
  `They spoke of: ${[...prompt.matchAll(/^User: (.*)$/gm)].map(([, text]) => text).join(' ')}`;

const ignored = new Set(
  'the a an is are was of to in on for and or what which who how when where do does can i'.split(' '),
);

const wordsOf = (text: string): Set<string> =>
  new Set((text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !ignored.has(word)));

const shared = (words: Set<string>, asked: Set<string>): number => words.intersection(asked).size;

/** Splits an answer into the pieces in which it is streamed: words, each with the space after it. */
export const fakeTokens = (answer: string): string[] => answer.match(/\S+\s*|\s+/g) ?? [];

/**
 * Returns a vector of length 1 that is the same for the same text, and near for texts that share words: each word is hashed to one of the
 * dimensions.
 */
export const fakeEmbedding = (text: string, dimensions: number): number[] => {
  const vector = Array.from({ length: dimensions }, () => 0);
  for (const word of ['', ...wordsOf(text)]) {
    const hash = hashOf(word);
    const at = hash % dimensions;
    vector[at] = (vector[at] ?? 0) + (hash & 0x10000 ? 1 : -1);
  }
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
};

const hashOf = (word: string): number => {
  let hash = 2166136261;
  for (let at = 0; at < word.length; at += 1) hash = Math.imul(hash ^ word.charCodeAt(at), 16777619) >>> 0;
  return hash;
};
