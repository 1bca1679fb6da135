import { createHash } from 'node:crypto';
import type { FlowTrigger } from '@atelier/contracts/assistants/flows/flow-model';
import type { FlowPolling } from '@atelier/contracts/assistants/flows/flow-shapes';
import type { JsonValue } from '@atelier/contracts/fields/field-values';
import type { FieldValues } from '@atelier/contracts/fields/fields';
import { Json } from '@atelier/contracts/kernel/json';
import { z } from 'zod';
import type { FlowTriggerRow } from '../tables.ts';

/** The state of a polling trigger between two polls of its source. */
export const PollState = z.object({
  /** Identifies the settings for which all of this holds. */
  settings: z.string(),
  /** The state that the piece passes on to itself. */
  state: Json,
  /** The events that were seen before, the newest last. */
  seen: z.array(z.string()),
  /** The looks in a row that failed. */
  failures: z.number().int(),
  /** The last look that succeeded. */
  lookedAt: z.string().nullable(),
});
export type PollState = z.infer<typeof PollState>;

/** The most events that are remembered; a source that names more at once is refused. */
export const mostEvents = 1000;
const mostSeen = 5 * mostEvents;
/** The largest state of a piece, in characters of its JSON. */
export const largestState = 100_000;

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 16);

/** Identifies the settings of a trigger, without those that only say how often it looks. */
export const fingerprintTrigger = ({ settings }: FlowTrigger, input: FieldValues): string => {
  const { everyMinutes: _how, ...rest } = input;
  return digest(JSON.stringify([settings?.pieceName, settings?.triggerName, settings?.connectionId, rest]));
};

/** Returns what a trigger remembers; without anything when its settings are others now. */
export const readPollState = (stored: JsonValue, settings: string): PollState => {
  const read = PollState.safeParse(stored).data;
  if (read?.settings === settings) return read;
  return { settings, state: null, seen: [], failures: 0, lookedAt: null };
};

/** Returns the events that were not seen before, each once, and what is remembered with them. */
export const newEvents = <E extends { id: string }>(
  known: readonly string[],
  found: readonly E[],
): { events: E[]; seen: string[] } => {
  const seen = new Set(known);
  const events = found.filter(({ id }) => {
    const key = digest(id);
    // An event that is named again stays remembered for as long as the source names it.
    const isKnown = seen.delete(key);
    seen.add(key);
    return !isKnown;
  });
  return { events, seen: [...seen].slice(-mostSeen) };
};

const minute = 60_000;
const longestPause = 6 * 60 * minute;

/** Returns the time until the next look. It doubles with each failure in a row, up to six hours. */
export const computePause = (everyMinutes: number, failures: number): number => {
  const usual = Math.min(Math.max(everyMinutes, 1), 1440) * minute;
  return failures === 0
    ? usual
    : Math.max(usual, Math.min(usual * 2 ** Math.min(failures, 12), longestPause));
};

export const presentPolling = ({ name, nextAt, state, cause }: FlowTriggerRow): FlowPolling => ({
  trigger: name,
  lookedAt: PollState.safeParse(state).data?.lookedAt ?? null,
  nextAt: nextAt?.toISOString() ?? null,
  failure: cause?.message ?? null,
});
