import type { AppForChat } from '../../apps/declarations.ts';
import type { UrlCitation } from './annotations.ts';

interface TokenUsage {
  inputTokens: number;
  outputTokens: number;
}

/** An answer as the response object shows it, finished or not. */
export interface ResponseState {
  queryId: string;
  conversationId: string;
  app: AppForChat;
  model: string;
  status: 'in_progress' | 'completed' | 'incomplete' | 'failed';
  createdAt: Date;
  completedAt: Date | null;
  previousId: string | null;
  metadata: Record<string, string>;
  answerKind: string;
  /** The author of the answer: a model, a computation or a person. */
  answerOrigin: string;
  text: string;
  annotations: readonly UrlCitation[];
  usage: TokenUsage | null;
  error: { code: string; message: string } | null;
}

const responsePrefix = 'resp_';

export const toResponseId = (queryId: string): string => `${responsePrefix}${queryId}`;

/** Returns the question whose answer a response id names. */
export const toQueryId = (responseId: string): string =>
  responseId.startsWith(responsePrefix) ? responseId.slice(responsePrefix.length) : responseId;

const seconds = (time: Date): number => Math.floor(time.getTime() / 1000);

export const tokenUsage = ({ inputTokens, outputTokens }: TokenUsage) => ({
  input_tokens: inputTokens,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: outputTokens,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: inputTokens + outputTokens,
});

/** Makes the content part that holds the answer. */
export const textPart = ({ text, annotations }: Pick<ResponseState, 'text' | 'annotations'>) => ({
  type: 'output_text',
  text,
  annotations,
  logprobs: [],
});

export const toItemId = (queryId: string): string => `msg_${queryId}`;

/** Makes the only item of the output: the answer as a message. */
export const messageItem = (
  state: Pick<ResponseState, 'queryId' | 'text' | 'annotations' | 'status'>,
  content: readonly unknown[] = [textPart(state)],
) => ({
  type: 'message',
  id: toItemId(state.queryId),
  status: state.status === 'failed' ? 'incomplete' : state.status,
  role: 'assistant',
  content,
});

/** The fields of Open Responses for settings that a program does not choose, at their neutral values. */
export const neutralSettings = {
  instructions: null,
  tools: [],
  tool_choice: 'none',
  parallel_tool_calls: false,
  max_tool_calls: null,
  truncation: 'auto',
  text: { format: { type: 'text' } },
  temperature: 1,
  top_p: 1,
  presence_penalty: 0,
  frequency_penalty: 0,
  max_output_tokens: null,
  top_logprobs: 0,
  reasoning: null,
  store: true,
  background: false,
  service_tier: 'default',
  safety_identifier: null,
  prompt_cache_key: null,
  user: null,
};

/** The settings of the app in the fields in which Open Responses names them. */
const toResponseSettings = ({ settings: { model } }: AppForChat) => ({
  ...neutralSettings,
  temperature: model.temp,
  top_p: model.topP,
  presence_penalty: model.presentPenalty,
  frequency_penalty: model.frequencyPenalty,
  max_output_tokens: model.responseMaxToken,
});

/** Makes the response object of Open Responses. `answer_kind` and `answer_origin` are ours. */
export const responseObject = (state: ResponseState) => ({
  id: toResponseId(state.queryId),
  object: 'response',
  created_at: seconds(state.createdAt),
  completed_at: state.status === 'completed' && state.completedAt ? seconds(state.completedAt) : null,
  status: state.status,
  incomplete_details: state.status === 'incomplete' ? { reason: 'stopped' } : null,
  model: state.model,
  previous_response_id: state.previousId === null ? null : toResponseId(state.previousId),
  conversation: { id: state.conversationId },
  output: state.status === 'in_progress' || state.text === '' ? [] : [messageItem(state)],
  error: state.error,
  usage: state.usage && tokenUsage(state.usage),
  metadata: state.metadata,
  answer_kind: state.answerKind,
  answer_origin: state.answerOrigin,
  ...toResponseSettings(state.app),
});
