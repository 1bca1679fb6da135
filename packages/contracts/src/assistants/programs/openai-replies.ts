import { z } from 'zod';

/** The body of a failure as the clients of OpenAI read it. */
export const OpenAiFailure = z.object({
  error: z.object({
    message: z.string(),
    type: z.string(),
    param: z.string().nullable(),
    code: z.string().nullable(),
  }),
});

/** An app or an agent, as a model. */
export const ProgramModel = z.object({
  id: z.string(),
  object: z.literal('model'),
  created: z.number().int(),
  owned_by: z.string(),
});

export const ProgramModels = z.object({ object: z.literal('list'), data: z.array(ProgramModel) });

/** An answer of chat completions. Only the fields that every answer has are described. */
export const ChatCompletion = z.looseObject({
  id: z.string(),
  object: z.literal('chat.completion'),
  created: z.number().int(),
  model: z.string(),
  choices: z.array(
    z.looseObject({
      index: z.number().int(),
      message: z.looseObject({ role: z.literal('assistant'), content: z.string().nullable() }),
      finish_reason: z.string().nullable(),
    }),
  ),
});

/** An answer in the form of Open Responses. Only the fields that every answer has are described. */
export const ProgramResponse = z.looseObject({
  id: z.string(),
  object: z.literal('response'),
  created_at: z.number().int(),
  status: z.string(),
  model: z.string(),
  output: z.array(z.looseObject({ type: z.string() })),
});

/** An answer as a whole, or as a stream when the request asks for one. */
export const answeredWith = (answer: z.ZodType) => ({
  200: {
    says: 'The answer, as a stream of events with `stream`.',
    content: { 'application/json': answer, 'text/event-stream': z.string() },
  },
});
