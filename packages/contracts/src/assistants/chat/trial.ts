import { z } from 'zod';
import { defineContract } from '../../kernel/contract.ts';
import { lookupId, requiredText } from '../../kernel/shapes.ts';
import { AppSettingsChange } from '../apps.ts';
import { answerEvents, MessageStatus } from './chat.ts';
import { TraceStep } from './trace.ts';
import { Usage } from './usage.ts';

/** The steps that led to an answer. */
export const Trace = z.object({
  modelId: z.string(),
  steps: z.array(TraceStep),
  /** Milliseconds from the question to the first text, and to the end. */
  firstTextMs: z.number().int().nullable(),
  totalMs: z.number().int(),
  usage: Usage,
});
export type Trace = z.infer<typeof Trace>;

export const trial = defineContract({
  name: 'trial',
  alsoFails: [
    'apps.knowledge_base_not_found',
    'apps.model_not_found',
    'apps.not_found',
    'billing.credits_too_low',
    'models.upstream_unavailable',
  ],
  errors: {},
  endpoints: {
    tryApp: {
      method: 'POST',
      path: '/api/content/try-app',
      summary: 'Ask an app with settings that are not stored; nothing of the conversation is kept',
      access: { allow: 'apps:write' },
      rate: 'chat',
      body: z.object({
        appId: lookupId,
        /** The settings that differ from the stored ones. */
        settings: AppSettingsChange.default({}),
        query: requiredText(8000, 'Please enter a question'),
        history: z
          .array(z.object({ question: z.string().max(8000), answer: z.string().max(100_000) }))
          .max(20)
          .default([]),
      }),
      events: {
        form: answerEvents.form,
        token: answerEvents.token,
        waits: answerEvents.waits,
        citation: answerEvents.citation,
        trace: Trace,
        done: z.object({ status: MessageStatus }),
        error: answerEvents.error,
      },
    },
  },
});
