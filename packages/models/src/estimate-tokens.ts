import type { ChatRequest } from './chat-model.ts';

// Scripts whose characters cost about a token each in byte-pair encodings.
const dense = /[\u0e00-\u0eff\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff]/g;

/** A cheap measure of tokens: four characters each, one for each character of dense scripts. No tables. */
export const estimateTokens = (text: string): number => {
  const denseCount = text.match(dense)?.length ?? 0;
  return Math.ceil((text.length - denseCount) / 4) + denseCount;
};

/** What a picture of a page takes with the models that we know. */
export const tokensPerPicture = 1500;

/** Estimated input tokens of a request, with what the chat format adds to each message. */
export const estimateRequestTokens = (request: ChatRequest): number => {
  const system = request.system === undefined ? 0 : estimateTokens(request.system) + 4;
  return request.messages.reduce(
    (sum, { content, pictures = [] }) =>
      sum + estimateTokens(content) + pictures.length * tokensPerPicture + 4,
    system,
  );
};
