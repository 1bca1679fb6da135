import { cleanText } from '../clean-text.ts';
import { withLikeness } from './choosing/likeness.ts';
import { leastFit, selectAnswer } from './choosing/select-answer.ts';
import { type CloseChunk, closestChunks, toExcerpt } from './closest-chunks.ts';
import type { ExtractiveReply, ExtractiveRequest } from './extractive-request.ts';
import { type FormAnswer, findFormAnswers, readPair } from './forms/find-form-answers.ts';
import { asksForUnknown } from './forms/identifiers.ts';
import { readChecked } from './forms/read-checked.ts';
import type { IndexedSentence } from './index-sentences.ts';
import type { Language } from './languages/languages.ts';
import { questionLanguage } from './languages/question-language.ts';
import { type ReplyTexts, replyTexts } from './languages/reply-texts.ts';
import { otherWordings } from './other-wordings.ts';
import type { Question } from './question.ts';
import { quotedText } from './quote-row.ts';
import { readRequest } from './read-request.ts';
import type { ScoredSentence } from './score-sentences.ts';
import { smallTalk } from './small-talk.ts';
import { rowText } from './table-rows.ts';

const answer = (pieces: string[]): ExtractiveReply => ({ form: { kind: 'ANSWER', wordings: [] }, pieces });

/** Computes the reply in time linear in the length of chunks and question. The same request always gives the same reply. */
export const extractiveReply = (request: ExtractiveRequest): ExtractiveReply => {
  const { message, question, before, earlier, asked, language, scored: byWords } = readRequest(request);
  // A question for a figure of a statement is answered by the row that fits it.
  const asksFigure = byWords.some(
    ({ sentence, isForm, fit }) => !isForm && fit >= leastFit && isOfPeriods(sentence),
  );
  const reply = smallTalk(message);
  if (reply !== undefined) return answer([reply]);
  const chunks = request.chunks ?? [];
  const scored = withLikeness(byWords, request.likenesses);
  const texts = replyTexts[questionLanguage(question) ?? questionLanguage(before) ?? 'english'];
  const isUnknown = asksForUnknown(question, chunks);
  const values =
    asksFigure || isUnknown
      ? undefined
      : findFormAnswers(
          byWords.map(({ sentence }) => sentence),
          question,
          earlier,
        );
  if (values !== undefined && values.length > 0)
    return answer(values.map((each, at) => tell(each, at, texts)));
  const isQuotable = mayBeQuoted(asked, listForms(byWords));
  const sentences = values || isUnknown ? [] : selectAnswer(scored.filter(isQuotable), asked);
  if (sentences.length > 0) return answer(sentences.map((...each) => quote(each, asked, language)));
  const closest = closestChunks(scored, chunks);
  const near = closest.map(
    ({ chunk, sentence }) =>
      `- ${sentence ? quotedText(sentence, asked, language).replaceAll('\n', ' ') : toExcerpt(chunk.text)} [${chunk.index}]`,
  );
  return unanswered(texts, near, wordingsFor(request, question, closest));
};

/** The most questions that are offered to one that finds nothing. */
const mostSamples = 3;

const wordingsFor = (
  { chunks = [], samples = [] }: ExtractiveRequest,
  question: string,
  closest: readonly CloseChunk[],
): string[] =>
  chunks.length === 0
    ? samples.filter((each) => each !== question).slice(0, mostSamples)
    : otherWordings(question, { all: chunks, near: closest.map(({ chunk }) => chunk) });

/** Builds the reply without an answer, in the language of the question: a sentence that says so, the closest chunks, and other wordings. */
const unanswered = (texts: ReplyTexts, near: readonly string[], wordings: string[]): ExtractiveReply => {
  const isNear = near.length > 0;
  const others =
    wordings.length > 0 ? [`\n\n${texts.wordings} ${wordings.map((each) => `“${each}”`).join(' ')}`] : [];
  return {
    form: { kind: isNear ? 'CLOSEST_CHUNKS' : 'NONE', wordings },
    pieces: [
      isNear ? texts.closest : texts.nothing,
      ...near.map((line, at) => (at === 0 ? `\n\n${line}` : `\n${line}`)),
      ...others,
    ],
  };
};

/** Returns true for a row of a statement, whose columns are periods. */
const isOfPeriods = ({ cells = [] }: IndexedSentence): boolean =>
  cells.slice(1).every(({ name }) => name === '' || /\p{N}/u.test(name));

const isOfFigures = ({ cells = [] }: IndexedSentence): boolean =>
  cells.slice(1).every(({ value }) => !/\p{L}{3}/u.test(value));

const fewestPairs = 3;

/** Returns the names of the documents that are, or contain, forms. */
const listForms = (scored: readonly ScoredSentence[]): ReadonlySet<string> => {
  const pairs = new Map<string, number>();
  for (const { sentence, isForm } of scored) {
    const name = sentence.chunk.documentName;
    const count = isForm ? fewestPairs : readPair(sentence.text).length;
    pairs.set(name, (pairs.get(name) ?? 0) + count);
  }
  return new Set([...pairs].flatMap(([name, count]) => (count >= fewestPairs ? [name] : [])));
};

/** A label without a value, or one of the headings above its chunk, tells nothing anywhere. */
const isLabelOrHeading = ({ cells, text, chunk }: IndexedSentence): boolean =>
  cells === undefined &&
  (/^[^\n]{1,80}[:：]$/u.test(text) || (chunk.heading ?? '').split(' > ').includes(text));

const longestFragment = 80;

/** A title, a label alone or a line of an address, which beside a form says nothing by itself. */
const isFragment = ({ cells, text }: IndexedSentence): boolean =>
  cells === undefined &&
  text.length <= longestFragment &&
  !/[.!?…。！？]["'”’)\]]?$/u.test(text) &&
  readPair(text).length === 0;

/** The values of a form were looked at one by one. As a whole, it is quoted only for a question that asks for more than one. */
const mayBeQuoted =
  ({ isBroad, isExplanation }: Question, forms: ReadonlySet<string>) =>
  ({ sentence, isForm, hasKeys, fit }: ScoredSentence): boolean =>
    !isLabelOrHeading(sentence) &&
    (isExplanation || !forms.has(sentence.chunk.documentName) || !isFragment(sentence)) &&
    ((!isForm && (hasKeys || readPair(sentence.text).length === 0)) ||
      (fit >= leastFit && isOfFigures(sentence)) ||
      isBroad ||
      isExplanation);

/** Tells a value of a form with its label and its document. */
const tell = ({ sentence: { chunk }, cell, row }: FormAnswer, at: number, texts: ReplyTexts): string => {
  const which = row ? ` (${rowText([row])})` : '';
  const from = texts.from.replace('{document}', () => chunk.documentName);
  return cleanText(
    `${at === 0 ? '' : '\n\n'}${cell.name}: ${readChecked(cell.value)}${which}, ${from} [${chunk.index}]`,
  );
};

const quote = (
  [sentence, at, all]: [IndexedSentence, number, IndexedSentence[]],
  asked: Question,
  language: Language,
): string => {
  const before = all[at - 1];
  const isBlock = sentence.text.includes('\n') || before?.text.includes('\n');
  const gap = before === undefined ? '' : before.rank === sentence.rank && !isBlock ? ' ' : '\n\n';
  return `${gap}${cleanText(quotedText(sentence, asked, language))} [${sentence.chunk.index}]`;
};
