import { z } from 'zod';

/** The bytes of a file in base64, as a data URL or without its beginning, or the id of a file that was sent before. */
const sentFile = {
  filename: z.string().max(255).optional(),
  file_data: z.string().optional(),
  file_id: z.string().max(100).optional(),
};
export type FilePart = z.infer<z.ZodObject<typeof sentFile>>;

/** A part of a message. Parts other than texts and files are read, so that the refusal can name them. */
const Part = z.looseObject({
  type: z.string().max(100),
  text: z.string().optional(),
  file: z.object(sentFile).optional(),
});
const SentCall = z.looseObject({
  id: z.string().max(200),
  function: z.looseObject({ name: z.string().max(200), arguments: z.string() }),
});
const ChatMessage = z.object({
  role: z.enum(['system', 'developer', 'user', 'assistant', 'tool']),
  content: z.union([z.string(), z.array(Part)]).nullish(),
  /** The calls of an agent that the program made, and the call whose result a message of the role `tool` is. */
  tool_calls: z.array(SentCall).nullish(),
  tool_call_id: z.string().max(200).nullish(),
});

/** The fields about tools of the program. Agents read them; apps ignore them. */
const forTools = {
  tools: z.array(z.unknown()).max(128).nullish(),
  parallel_tool_calls: z.boolean().nullish(),
};

const modelName = z.string().min(1).max(200);

/** OpenAI's own shape; unknown fields are accepted and ignored, so that official clients work unchanged. */
export const ChatCompletionRequest = z.looseObject({
  model: modelName,
  messages: z.array(ChatMessage).min(1).max(500),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
  user: z.string().max(200).nullish(),
  ...forTools,
});
export type ChatCompletionRequest = z.infer<typeof ChatCompletionRequest>;

const InputPart = z.looseObject({ type: z.string(), text: z.string().optional(), ...sentFile });

/** An item of the input. Items other than messages are read, so that the refusal can name them. */
const InputItem = z.looseObject({
  type: z.string().optional(),
  role: z.string().optional(),
  content: z.union([z.string(), z.array(InputPart)]).nullish(),
  /** Of a call of a function, and of its result. */
  call_id: z.string().max(200).optional(),
  name: z.string().max(200).optional(),
  arguments: z.string().optional(),
  output: z.union([z.string(), z.array(InputPart)]).nullish(),
});
export type InputItem = z.infer<typeof InputItem>;

/** The body of `POST /v1/responses`, with the fields that mean something here; others are accepted and ignored. */
export const ResponseRequest = z.looseObject({
  model: modelName,
  input: z.union([z.string(), z.array(InputItem).min(1).max(500)]),
  stream: z.boolean().nullish(),
  previous_response_id: z.string().max(100).nullish(),
  conversation: z.union([z.string().max(100), z.looseObject({ id: z.string().max(100) })]).nullish(),
  metadata: z
    .record(z.string().max(64), z.string().max(512))
    .refine((pairs) => Object.keys(pairs).length <= 16, 'At most 16 pairs')
    .nullish(),
  ...forTools,
});
export type ResponseRequest = z.infer<typeof ResponseRequest>;
