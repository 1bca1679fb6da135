import { Buffer } from 'node:buffer';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { readJson } from '@atelier/contracts/kernel/parse-json';

/** The longest question of code, in characters of its JSON; a byte of data takes 1.4 of them. */
const longestQuestion = 8_000_000;
/** The longest text that is compared by the rules of a language. */
const longestCompared = 10_000;
/** The language and the zone of code that names none, whatever those of this machine are. */
const usualLanguage = 'en-US';
const usualZone = 'UTC';

type Options = Record<string, unknown>;
type Languages = string | string[] | undefined;

const readLanguages = (given: unknown): Languages => (given ?? usualLanguage) as Languages;
const inZone = (given: unknown): Intl.DateTimeFormatOptions => ({
  timeZone: usualZone,
  ...(given as Options | null),
});
const readOptions = (given: unknown): Options => (given ?? {}) as Options;

/** The parts of Intl that code has, with the methods of each. */
const makers = {
  DateTimeFormat: (languages: Languages, options: unknown) =>
    new Intl.DateTimeFormat(languages, inZone(options)),
  NumberFormat: (languages: Languages, options: unknown) =>
    new Intl.NumberFormat(languages, readOptions(options)),
  Collator: (languages: Languages, options: unknown) => new Intl.Collator(languages, readOptions(options)),
  PluralRules: (languages: Languages, options: unknown) =>
    new Intl.PluralRules(languages, readOptions(options)),
  RelativeTimeFormat: (languages: Languages, options: unknown) =>
    new Intl.RelativeTimeFormat(languages, readOptions(options)),
  ListFormat: (languages: Languages, options: unknown) =>
    new Intl.ListFormat(languages, readOptions(options)),
  DisplayNames: (languages: Languages, options: unknown) =>
    new Intl.DisplayNames(languages, readOptions(options) as unknown as Intl.DisplayNamesOptions),
};
type Kind = keyof typeof makers;
type Method = (...given: unknown[]) => unknown;

const methods: Readonly<Record<Kind, readonly string[]>> = {
  DateTimeFormat: ['format', 'formatToParts', 'formatRange', 'resolvedOptions'],
  NumberFormat: ['format', 'formatToParts', 'formatRange', 'resolvedOptions'],
  Collator: ['compare', 'resolvedOptions'],
  PluralRules: ['select', 'resolvedOptions'],
  RelativeTimeFormat: ['format', 'formatToParts', 'resolvedOptions'],
  ListFormat: ['format', 'formatToParts', 'resolvedOptions'],
  DisplayNames: ['of', 'resolvedOptions'],
};

/** Making one takes longer than using it. */
const mostMade = 50;
const made = new Map<string, object>();

const makeOnce = (kind: Kind, languages: unknown, options: unknown): object => {
  const name = JSON.stringify([kind, languages, options]);
  const known = made.get(name);
  if (known) return known;
  const one = makers[kind](readLanguages(languages), options);
  if (made.size >= mostMade) made.clear();
  made.set(name, one);
  return one;
};

const isKind = (kind: unknown): kind is Kind => typeof kind === 'string' && Object.hasOwn(makers, kind);

const refuseLong = (given: readonly unknown[]): void => {
  if (given.some((each) => typeof each === 'string' && each.length > longestCompared))
    throw new RangeError(`Only texts of up to ${longestCompared} characters are compared.`);
};

/** Calls a method of a part of Intl. */
const callIntl: Method = (kind, languages, options, ...call) => {
  const [name, given] = call;
  if (!isKind(kind) || !methods[kind].some((known) => known === name))
    throw new TypeError(`Intl.${String(kind)} has no method “${String(name)}” in a code step.`);
  const all = given as unknown[];
  if (kind === 'Collator') refuseLong(all);
  const part = makeOnce(kind, languages, options);
  return Reflect.apply(Reflect.get(part, String(name)) as Method, part, all);
};

const ofDay = ['weekday', 'year', 'month', 'day'];
const ofTime = ['dayPeriod', 'hour', 'minute', 'second', 'fractionalSecondDigits'];
const day = { year: 'numeric', month: 'numeric', day: 'numeric' };
const time = { hour: 'numeric', minute: 'numeric', second: 'numeric' };
/** The parts that each method of dates shows where the options name none of them (ECMA-402, ToDateTimeOptions). */
const shownBy: Readonly<Record<string, { unless: readonly string[]; show: object }>> = {
  toLocaleString: { unless: [...ofDay, ...ofTime], show: { ...day, ...time } },
  toLocaleDateString: { unless: ofDay, show: day },
  toLocaleTimeString: { unless: ofTime, show: time },
};

const showDate = (name: unknown, ms: unknown, languages: unknown, options: unknown): string => {
  // A date that is none has no number, which JSON does not have either.
  if (typeof ms !== 'number') return 'Invalid Date';
  const given = readOptions(options);
  const { unless = [], show } = shownBy[String(name)] ?? {};
  const isSaid = [...unless, 'dateStyle', 'timeStyle'].some((part) => given[part] !== undefined);
  const all = isSaid ? given : { ...given, ...show };
  return (makeOnce('DateTimeFormat', languages, all) as Intl.DateTimeFormat).format(ms);
};

const splitUrl = (url: URL) => {
  const { href, origin, protocol, username, password, host, hostname, port, pathname, search, hash } = url;
  return { href, origin, protocol, username, password, host, hostname, port, pathname, search, hash };
};

const readUrl = (href: string, base: string | null) =>
  splitUrl(base === null ? new URL(href) : new URL(href, base));

const changeable = new Set(Object.keys(splitUrl(new URL('a:'))));

const changeUrl = (href: unknown, name: unknown, value: unknown) => {
  const url = new URL(String(href));
  if (changeable.has(String(name))) Reflect.set(url, String(name), String(value));
  return splitUrl(url);
};

const digests: Readonly<Record<string, string>> = {
  'SHA-1': 'sha1',
  'SHA-256': 'sha256',
  'SHA-384': 'sha384',
  'SHA-512': 'sha512',
};

const digest = (name: unknown, bytes: unknown): string => {
  const algorithm = digests[String(name).toUpperCase()];
  if (algorithm === undefined)
    throw new TypeError(
      `There is no digest “${String(name)}” in a code step, but ${Object.keys(digests).join(', ')}.`,
    );
  return createHash(algorithm).update(String(bytes), 'base64').digest('base64');
};

const decode = (bytes: unknown, encoding: unknown, isFatal: unknown): string =>
  new TextDecoder(String(encoding), { fatal: isFatal === true }).decode(Buffer.from(String(bytes), 'base64'));

/** The questions that code can ask, each about the values that it brings along. */
const answers: Readonly<Record<string, Method>> = {
  intl: callIntl,
  date: showDate,
  upper: (text, languages) => String(text).toLocaleUpperCase(readLanguages(languages)),
  lower: (text, languages) => String(text).toLocaleLowerCase(readLanguages(languages)),
  url: (href, base) => readUrl(href as string, base as string | null),
  changeUrl,
  readQuery: (text) => [...new URLSearchParams(String(text))],
  writeQuery: (pairs) => new URLSearchParams(pairs as [string, string][]).toString(),
  encode: (text) => Buffer.from(String(text).toWellFormed(), 'utf8').toString('base64'),
  decode,
  btoa: (text) => btoa(String(text)),
  atob: (text) => atob(String(text)),
  digest,
  randomUUID: () => randomUUID(),
  randomBytes: (length) => randomBytes(Math.min(Number(length), 65_536)).toString('base64'),
};

/**
 * Compares two texts by the rules of a language, which `spec` names as the JSON of `[languages, options]`. Returns 2 where that cannot be done,
 * and the same question to `answerCode` says why.
 */
export const compareForCode = (one: string, other: string, spec: string): number => {
  try {
    const [languages, options] = spec === '' ? [null, null] : (readJson(spec) as unknown[]);
    refuseLong([one, other]);
    return (makeOnce('Collator', languages, options) as Intl.Collator).compare(one, other);
  } catch {
    return 2;
  }
};

/**
 * Answers a question of code with what this runtime has and the interpreter has not. Question and answer are texts of JSON, so that nothing of
 * this side is within reach of the code: `[name, …values]`, and `{"value": …}` or `{"error": [name, message]}`.
 */
export const answerCode = (question: string): string => {
  try {
    if (question.length > longestQuestion) throw new RangeError('This is too much for one call.');
    const [name, ...given] = readJson(question) as unknown[];
    const answer = Object.hasOwn(answers, String(name)) ? answers[String(name)] : undefined;
    if (!answer) throw new TypeError('This is not known in a code step.');
    return JSON.stringify({ value: answer(...given) ?? null });
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error('This cannot be done.');
    return JSON.stringify({ error: [name, message] });
  }
};
