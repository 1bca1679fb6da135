import type { Citation } from '@atelier/contracts/assistants/chat/chat';
import type { ModelUsage } from '@atelier/models';
import { buildFollowUpPrompt, type Chunk, mostFollowUps, readFollowUps } from '@atelier/models/prompts';
import { analyze } from '@atelier/retrieval/text';
import type { ResolvedChatModel } from '../../../../content/models/index.ts';
import type { AnsweredBy, Writing } from '../../../apps/declarations.ts';
import { stopwatch } from '../../stopwatch.ts';
import { askBriefly } from './earlier-conversation.ts';
import type { Found, FoundChunk } from './find-chunks.ts';

/** An answer that has just been written. */
interface Answered extends Pick<Writing, 'ctx' | 'history' | 'signal' | 'trace'> {
  app: AnsweredBy;
  question: string;
  answer: string;
  citations: readonly Citation[];
  found: Found;
  resolved: ResolvedChatModel;
  onUsage: (usage: ModelUsage) => void;
}

const same = (text: string): string => analyze(text).sort().join(' ');

const isIn = (words: ReadonlySet<string>, text: string): boolean => {
  const asked = analyze(text);
  return asked.length > 0 && asked.every((word) => words.has(word));
};

/** Returns the sample questions whose words all occur in the cited chunks. */
const fittingSamples = ({ app }: Answered, cited: readonly FoundChunk[]): string[] => {
  const words = new Set(
    cited.flatMap(({ chunk }) => analyze(`${chunk.documentName} ${chunk.heading ?? ''} ${chunk.text}`)),
  );
  return app.settings.sampleQuestions.filter((question) => isIn(words, question));
};

const longestQuestion = 80;

/** True for a line of its own that asks. Other headings name a topic, which nobody would send as a question. */
const isQuestion = (paragraph: string): boolean =>
  paragraph.length <= longestQuestion && /^[\p{L}\p{N}¿][^\n|]+[?？؟]$/u.test(paragraph);

/** Returns the questions that head a chunk: those that lead to it, and those inside it that have text below. */
const listQuestions = ({ heading, text }: Chunk): string[] =>
  [...(heading === undefined ? [] : heading.split(' > ')), ...text.split('\n\n').slice(0, -1)]
    .map((paragraph) => paragraph.trim())
    .filter(isQuestion);

/** Returns the questions that head what was found in the cited documents, and are neither asked nor answered yet. */
const nextQuestions = ({ found, question, answer }: Answered, cited: readonly FoundChunk[]): string[] => {
  const documents = new Set(cited.map(({ hit }) => hit.document.knowledgeBaseImportId));
  const said = new Set(analyze(`${question} ${answer}`));
  return found.chunks
    .filter(({ hit }) => documents.has(hit.document.knowledgeBaseImportId))
    .flatMap(({ chunk }) => listQuestions(chunk))
    .filter((each) => !isIn(said, each));
};

const withoutModel = (answered: Answered, cited: readonly FoundChunk[]): string[] => {
  const asked = new Set([answered.question, ...answered.history.map(({ content }) => content)].map(same));
  const found = [...fittingSamples(answered, cited), ...nextQuestions(answered, cited)];
  return [...new Set(found)].filter((each) => !asked.has(same(each))).slice(0, mostFollowUps);
};

const byModel = async (answered: Answered, cited: readonly FoundChunk[]): Promise<string[] | undefined> => {
  const { ctx, question, answer } = answered;
  const about = { question, answer, chunks: cited.map(({ chunk }) => chunk) };
  const reply = await askBriefly(ctx, answered, buildFollowUpPrompt(about));
  return reply === undefined ? undefined : readFollowUps(reply, about);
};

/** Returns up to three next questions that the cited chunks answer, and none after an answer without citations. */
export const findFollowUps = async (answered: Answered): Promise<string[]> => {
  const { app, citations, found, resolved, trace } = answered;
  if (!app.settings.followUp || citations.length === 0) return [];
  const elapsed = stopwatch();
  const ids = new Set(citations.map(({ chunkId }) => chunkId));
  const cited = found.chunks.filter(({ hit }) => ids.has(hit.chunkId));
  const written = resolved.extractive ? undefined : await byModel(answered, cited);
  const questions = written ?? withoutModel(answered, cited);
  trace({
    kind: 'STEP',
    durationMs: elapsed(),
    title: 'Follow-up questions',
    status: 'SUCCEEDED',
    detail: questions.length === 0 ? 'None was found.' : questions.join(' · '),
  });
  return questions;
};
