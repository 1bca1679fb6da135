import type { ChatRequest } from './chat-model.ts';

// Scripts whose characters cost about a token each in byte-pair encodings.
const dense = /[\u0e00-\u0eff\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff]/g;

/** Estimates tokens without tables: one for four characters, or one for each character of dense scripts. */
export const estimateTokens = (text: string): number => {
  const denseCount = text.match(dense)?.length ?? 0;
  return Math.ceil((text.length - denseCount) / 4) + denseCount;
};

/** Tokens that common vision models charge for the picture of a page. */
export const tokensPerPicture = 1500;

/** Estimates the input tokens of a request, including the overhead of the chat format for each message. */
export const estimateRequestTokens = (request: ChatRequest): number => {
  const system = request.system === undefined ? 0 : estimateTokens(request.system) + 4;
  return request.messages.reduce(
    (sum, { content, pictures = [] }) =>
      sum + estimateTokens(content) + pictures.length * tokensPerPicture + 4,
    system,
  );
};
