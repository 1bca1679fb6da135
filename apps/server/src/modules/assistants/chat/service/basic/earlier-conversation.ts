import type { ModelRequest, ModelUsage, TextMessage } from '@atelier/models';
import { buildSummaryPrompt, cutHistory } from '@atelier/models/prompts';
import type { Ctx } from '../../../../../kernel/context/context.ts';
import { askModel, type ResolvedChatModel } from '../../../../content/models/index.ts';
import type { AnsweredBy, Writing } from '../../../apps/declarations.ts';
import { stopwatch } from '../../stopwatch.ts';

interface Asking {
  resolved: ResolvedChatModel;
  signal: AbortSignal;
  /** Called with what the call used, so that it is charged with the answer. */
  onUsage: (usage: ModelUsage) => void;
}

/** The answer waits for these calls, so a slow one is abandoned after this time. */
const withinMs = 8000;

/**
 * Asks a model for a short text beside an answer. Returns undefined when it fails or is slow, because the answer can do without it. Throws
 * when the reader has stopped the answer.
 */
export const askBriefly = async (
  ctx: Ctx,
  { resolved, signal, onUsage }: Asking,
  request: ModelRequest,
): Promise<string | undefined> => {
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(withinMs)]);
  let text = '';
  try {
    for await (const part of askModel(ctx, resolved, request, { signal: deadline })) {
      if (part.type === 'text-delta') text += part.delta;
      if (part.type === 'finish') onUsage(part.usage);
    }
    return text.trim();
  } catch (error) {
    if (signal.aborted) throw error;
    return undefined;
  }
};

/** The part of the earlier conversation that the model reads. */
export interface Earlier {
  /** The newest exchanges, word for word. */
  messages: TextMessage[];
  /** The conversation before them, condensed; undefined where there was none, or where it is left out. */
  summary: string | undefined;
}

interface Reading extends Pick<Writing, 'ctx' | 'history' | 'signal' | 'trace'> {
  app: AnsweredBy;
  resolved: ResolvedChatModel;
  onUsage: (usage: ModelUsage) => void;
}

const summarise = async (reading: Reading, older: readonly TextMessage[]): Promise<string | undefined> => {
  const elapsed = stopwatch();
  const { ctx, app, trace } = reading;
  const readable = cutHistory(older, app.settings.model.contextMaxToken);
  const summary = await askBriefly(ctx, reading, buildSummaryPrompt(readable));
  trace({
    kind: 'STEP',
    durationMs: elapsed(),
    title: 'Summary of the older conversation',
    status: summary ? 'SUCCEEDED' : 'FAILED',
    detail: summary || 'The model did not write it in time, so the older part was left out.',
  });
  return summary || undefined;
};

/** True for a setup in which the older part of a long conversation is condensed by the model. */
export const mayCondense = ({ settings }: AnsweredBy, { extractive }: ResolvedChatModel): boolean =>
  settings.summarizeAgent && settings.chunkingStrategy.previousSession.enabled && !extractive;

/**
 * Returns as much of the earlier conversation as the app's owner lets the model read (CHUNK-02). What is older is condensed where the owner
 * wants that, and otherwise left out.
 */
export const readEarlier = async (reading: Reading): Promise<Earlier> => {
  const { app, resolved, history } = reading;
  const { enabled, tokens } = app.settings.chunkingStrategy.previousSession;
  if (!enabled) return { messages: [], summary: undefined };
  const messages = cutHistory(history, tokens);
  const older = history.filter((message) => !messages.includes(message));
  const isCondensed = mayCondense(app, resolved) && older.length > 0;
  return { messages, summary: isCondensed ? await summarise(reading, older) : undefined };
};
