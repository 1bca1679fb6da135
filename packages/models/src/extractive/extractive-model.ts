import type { CallOptions, ChatModel, ChatRequest, ModelEvent } from '../chat-model.ts';
import { cleanText } from '../clean-text.ts';
import { estimateTokens } from '../estimate-tokens.ts';
import { ModelError } from '../model-error.ts';
import { earlierTerms } from '../prompts/condense-without-model.ts';
import type { IndexedSentence } from './index-sentences.ts';
import { indexSentences } from './index-sentences.ts';
import { languageOf } from './languages.ts';
import { readQuestion } from './question.ts';
import { scoreSentences } from './score-sentences.ts';
import { selectAnswer } from './select-answer.ts';
import { smallTalk } from './small-talk.ts';

export const extractiveModelId = 'atelier-extractive';
export const noAnswerText = 'I could not find an answer to that in the knowledge base.';

/**
 * The model that needs no key and no network: it quotes the sentences of the passages that answer the last
 * question, each followed by its `[n]`, or says that there is none. It writes nothing of its own. The same
 * request always gives the same answer. Its usage is an estimate, for statistics; it costs nothing.
 */
export const extractiveModel = (): ChatModel => ({
  kind: 'extractive',
  modelId: extractiveModelId,
  stream: (request, options = {}) => streamAnswer(request, options),
});

async function* streamAnswer(request: ChatRequest, { signal }: CallOptions): AsyncGenerator<ModelEvent> {
  if (signal?.aborted) throw new ModelError('models.aborted');
  const inputTokens = inputOf(request);
  let answer = '';
  const finish = (reason: 'stop' | 'aborted'): ModelEvent => ({
    type: 'finish',
    reason,
    usage: { inputTokens, outputTokens: estimateTokens(answer), estimated: true },
  });
  for (const text of answerPieces(request)) {
    // One turn of the event loop for each sentence, so that it leaves before the next one is made.
    await new Promise((resolve) => setImmediate(resolve));
    if (signal?.aborted) {
      yield finish('aborted');
      throw new ModelError('models.aborted');
    }
    answer += text;
    yield { type: 'text', text };
  }
  yield finish('stop');
}

const answerPieces = (request: ChatRequest): string[] => {
  const last = request.messages.findLastIndex(({ role }) => role === 'user');
  const question = request.messages[last]?.content ?? '';
  const reply = smallTalk(question);
  if (reply !== undefined) return [reply];
  const passages = request.passages ?? [];
  const language = languageOf(passages.map(({ text }) => text.slice(0, 600)).join(' ') || question);
  const earlier = earlierTerms(request.messages.slice(0, Math.max(0, last)), question);
  const asked = readQuestion(question, earlier.join(' '), language);
  const sentences = selectAnswer(scoreSentences(indexSentences(passages, language), asked), asked);
  return sentences.length === 0 ? [noAnswerText] : sentences.map(quote);
};

const quote = (sentence: IndexedSentence, at: number, all: IndexedSentence[]): string => {
  const before = all[at - 1];
  const isBlock = sentence.text.includes('\n') || before?.text.includes('\n');
  const gap = before === undefined ? '' : before.rank === sentence.rank && !isBlock ? ' ' : '\n\n';
  return `${gap}${cleanText(sentence.text)} [${sentence.passage.index}]`;
};

const inputOf = ({ messages, passages = [] }: ChatRequest): number =>
  [...messages.map(({ content }) => content), ...passages.map(({ text }) => text)].reduce(
    (sum, text) => sum + estimateTokens(text),
    0,
  );
