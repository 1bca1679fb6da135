import type { LanguageModelV4Message, LanguageModelV4Prompt } from '@ai-sdk/provider';

/** A message of a conversation in plain text, as chats store it. */
export interface TextMessage {
  role: 'user' | 'assistant';
  content: string;
}

/** Returns the prompt of a plain conversation, with the instructions before it. */
export const toProviderPrompt = (
  messages: readonly TextMessage[],
  system?: string,
): LanguageModelV4Prompt => [
  ...(system ? [{ role: 'system' as const, content: system }] : []),
  ...messages.map(({ role, content }) => ({ role, content: [{ type: 'text' as const, text: content }] })),
];

/** Returns the text of a message; files, reasoning and tool calls have none. */
export const toMessageText = ({ role, content }: LanguageModelV4Message): string => {
  if (role === 'system') return content;
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('');
};

/** Returns the text that user and assistant wrote in a prompt. */
export const conversationIn = (prompt: LanguageModelV4Prompt): TextMessage[] =>
  prompt.flatMap((message) =>
    message.role === 'user' || message.role === 'assistant'
      ? [{ role: message.role, content: toMessageText(message) }]
      : [],
  );
