import type { LanguageModelV4Message, LanguageModelV4ToolResultOutput } from '@ai-sdk/provider';
import type { ModelRequest } from './chat-model.ts';

// Scripts whose characters cost about a token each in byte-pair encodings.
const dense = /[\u0e00-\u0eff\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff]/g;

/** Counts the tokens of a text that arrives in pieces, and keeps none of it. The estimate is that of `estimateTokens` for the whole text. */
export class TokenEstimate {
  #dense = 0;
  #other = 0;

  add(piece: string): void {
    const denseCount = piece.match(dense)?.length ?? 0;
    this.#dense += denseCount;
    this.#other += piece.length - denseCount;
  }

  get tokens(): number {
    return Math.ceil(this.#other / 4) + this.#dense;
  }
}

/** Estimates tokens without tables: one for four characters, or one for each character of dense scripts. */
export const estimateTokens = (text: string): number => {
  const estimate = new TokenEstimate();
  estimate.add(text);
  return estimate.tokens;
};

/** Tokens that common vision models charge for the picture of a page. */
export const tokensPerPicture = 1500;

type Content = Exclude<LanguageModelV4Message['content'], string>[number];

const sizeOfOutput = (output: LanguageModelV4ToolResultOutput): number => {
  if (output.type !== 'content') return estimateTokens(JSON.stringify(output));
  return output.value.reduce(
    (sum, part) => sum + (part.type === 'text' ? estimateTokens(part.text) : tokensPerPicture),
    0,
  );
};

const sizeOfPart = (part: Content): number => {
  if (part.type === 'text' || part.type === 'reasoning') return estimateTokens(part.text);
  if (part.type === 'file') return tokensPerPicture;
  if (part.type === 'tool-call') return estimateTokens(JSON.stringify(part.input) ?? '');
  return part.type === 'tool-result' ? sizeOfOutput(part.output) : 0;
};

const sizeOfMessage = ({ content }: LanguageModelV4Message): number => {
  if (typeof content === 'string') return estimateTokens(content);
  return content.reduce((sum, part) => sum + sizeOfPart(part), 0);
};

/** Estimates the input tokens of a request with its tools, including the overhead of the chat format for each message. */
export const estimateRequestTokens = ({ prompt, tools = [] }: ModelRequest): number => {
  const described = tools.reduce((sum, tool) => sum + estimateTokens(JSON.stringify(tool)), 0);
  return prompt.reduce((sum, message) => sum + sizeOfMessage(message) + 4, described);
};
