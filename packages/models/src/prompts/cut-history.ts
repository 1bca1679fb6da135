import { estimateTokens } from '../estimate-tokens.ts';
import type { TextMessage } from '../text-message.ts';

const tokensOf = (messages: readonly TextMessage[]): number =>
  messages.reduce((sum, { content }) => sum + estimateTokens(content), 0);

/** Returns the longest beginning of a text with at most `tokens` tokens. */
const cutToTokens = (text: string, tokens: number): string => {
  let [fits, beyond] = [0, text.length + 1];
  while (beyond - fits > 1) {
    const middle = Math.floor((fits + beyond) / 2);
    if (estimateTokens(text.slice(0, middle)) <= tokens) fits = middle;
    else beyond = middle;
  }
  return text.slice(0, fits).trimEnd();
};

/** Returns a question with the beginning of its answer; an empty list when not even the question fits. */
const cutExchange = ([question, ...answers]: readonly TextMessage[], tokens: number): TextMessage[] => {
  if (!question || question.role !== 'user') return [];
  const content = cutToTokens(
    answers.map((answer) => answer.content).join('\n'),
    tokens - estimateTokens(question.content),
  );
  return content === '' ? [] : [question, { role: 'assistant', content }];
};

/**
 * Returns the end of a conversation with at most `tokens` tokens: whole exchanges, preceded by one question with the beginning of
 * its answer. It begins with a question, as models require.
 */
export const cutHistory = (history: readonly TextMessage[], tokens: number): TextMessage[] => {
  let kept: TextMessage[] = [];
  let [end, room] = [history.length, tokens];
  for (let at = history.length - 1; at >= 0; at -= 1) {
    if (history[at]?.role !== 'user') continue;
    const exchange = history.slice(at, end);
    const size = tokensOf(exchange);
    if (size > room) return [...cutExchange(exchange, room), ...kept];
    kept = [...exchange, ...kept];
    [end, room] = [at, room - size];
  }
  return kept;
};
