import {
  jailbreakRules,
  markers,
  otherScripts,
  phrases,
  type Rule,
  unspacedRules,
} from './jailbreak-rules.ts';

/** The most characters that are read, at the beginning and at the end: whoever hides an attack in a long text places it at one of them. */
const longestBeginning = 8_000;
const longestEnding = 4_000;

const bounded = (text: string): string =>
  text.length <= longestBeginning + longestEnding
    ? text
    : `${text.slice(0, longestBeginning)} ${text.slice(-longestEnding)}`;

/** Letters of other scripts and signs that stand for Latin letters. */
const lookalikes: Record<string, string> = {
  ...{ а: 'a', е: 'e', о: 'o', р: 'p', с: 'c', х: 'x', у: 'y', і: 'i', ѕ: 's', ο: 'o', α: 'a', ι: 'i' },
  ...{ '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's' },
};

/** Returns the words of a text in lower case, without accents, invisible signs and disguised letters. */
const splitWords = (text: string): string[] => {
  const plain = text
    .normalize('NFKD')
    .replaceAll(/[\p{M}\u00AD\u200B-\u200F\u2060-\u2064\uFEFF\u{E0000}-\u{E007F}]/gu, '')
    .toLowerCase();
  let written = '';
  for (const sign of plain) written += lookalikes[sign] ?? sign;
  return written.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
};

/** Joins letters that were written one by one: `i g n o r e` is one word. */
const joined = (words: readonly string[]): string[] => {
  const result: string[] = [];
  let letters = '';
  for (const word of [...words, '']) {
    if (word.length === 1) letters += word;
    else {
      if (letters !== '') result.push(letters);
      letters = '';
      if (word !== '') result.push(word);
    }
  }
  return result;
};

/** True when a word of each group follows the one of the group before within so many words. */
const follows = (
  words: readonly string[],
  { groups, within, unlessBefore }: Omit<Rule, 'reason'>,
): boolean => {
  let reached = -1;
  let group = 0;
  for (const [at, word] of words.entries()) {
    if (group > 0 && at - reached > within) group = 0;
    const isFirst = groups[0]?.has(word) === true;
    if (groups[group]?.has(word)) {
      reached = at;
      group += 1;
      if (group === groups.length) {
        if (unlessBefore?.has(words[at + 1] ?? '') !== true) return true;
        group = 0;
      }
    } else if (isFirst) {
      reached = at;
      group = 1;
    }
  }
  return false;
};

const findInWords = (words: readonly string[]): string | undefined => {
  const sentence = ` ${words.join(' ')} `;
  const phrase = phrases.find((each) => sentence.includes(` ${each} `));
  if (phrase !== undefined) return `It contains “${phrase}”.`;
  return jailbreakRules.find((rule) => follows(words, rule))?.reason;
};

const mostRepeats = 40;

/** True for a text that repeats one word until a model loses its thread. */
const isRepetition = (words: readonly string[]): boolean => {
  let times = 1;
  for (let at = 1; at < words.length; at += 1) {
    times = words[at] === words[at - 1] ? times + 1 : 1;
    if (times > mostRepeats) return true;
  }
  return false;
};

/** True for a text that ends with an open question of a conversation that nobody held: `Q: … A: … Q: …`. */
const isMadeUpConversation = (text: string): boolean => {
  const turns = text.match(/(?:^|\s)[qa]: /g)?.map((turn) => turn.trim()) ?? [];
  return turns.length > 2 && turns[0] === 'q:' && turns[1] === 'a:' && turns.at(-1) === 'q:';
};

/** A ruled line has dashes only, so both signs have to be there. */
const isMorse = (text: string): boolean => {
  const [code = ''] = /(?:[.-]{1,6}\s{1,3}(?:\/\s{1,3})?){30}/.exec(text) ?? [];
  return code.includes('.') && code.includes('-');
};

const containsAll = (text: string, lists: readonly (readonly string[])[]): boolean =>
  lists.every((list) => list.some((each) => text.includes(each)));

const findInForm = (text: string, words: readonly string[]): string | undefined => {
  if ([...unspacedRules, ...otherScripts].some((lists) => containsAll(text, lists)))
    return 'It asks to set earlier instructions aside, or for a password of the model.';
  if (isMadeUpConversation(text)) return 'It goes on with a conversation that was made up.';
  if (isRepetition(words)) return 'It repeats one word many times.';
  if (/(?:[01]{8}\s+){12}/.test(text)) return 'It hides a text in binary digits.';
  return isMorse(text) ? 'It hides a text in Morse code.' : undefined;
};

/** Returns the texts that a text carries as Base64. */
const decoded = (text: string): string[] =>
  (text.match(/[A-Za-z0-9+/]{24,4000}/g) ?? []).slice(0, 20).flatMap((each) => {
    const inside = Buffer.from(each, 'base64').toString('utf8');
    return /^[\p{L}\p{N}\p{P}\p{Zs}\n]{12,}$/u.test(inside) ? [inside] : [];
  });

/**
 * Says why a question looks like an attempt to break out of the instructions of an app; undefined when it does not. It compares words and
 * understands nothing, so it misses what is said in other words.
 */
export const detectJailbreak = (question: string): string | undefined => {
  const text = bounded(question);
  const lower = text.toLowerCase();
  const marker = markers.find((each) => lower.includes(each));
  if (marker !== undefined) return `It contains “${marker}”, which separates the messages of a prompt.`;
  const words = splitWords(text);
  const plain = findInWords(words) ?? findInWords(joined(words)) ?? findInForm(lower, words);
  if (plain !== undefined) return plain;
  const hidden = decoded(text).map((each) => findInWords(splitWords(each)));
  const inside = hidden.find((each) => each !== undefined);
  return inside === undefined ? undefined : `It is hidden as Base64. ${inside}`;
};
