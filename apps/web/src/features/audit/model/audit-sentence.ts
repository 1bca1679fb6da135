import type { AuditEntry } from '@atelier/contracts/audit';
import { actions, areas } from './audit-words.ts';

/** A sentence about an entry, in parts, so that names can stand out. */
export interface Sentence {
  actor: string;
  /** What the actor is when it is no person at a browser: "API key", "system". */
  actorNote: string | null;
  before: string;
  subject: string | null;
  after: string;
}

type Told = Pick<AuditEntry, 'action' | 'actor' | 'subjectId' | 'subjectName' | 'details'>;

const actorNotes: Record<AuditEntry['actor']['kind'], string | null> = {
  user: null,
  'api-key': 'API key',
  system: 'system',
  visitor: null,
};

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** What it was done to, by the best name that there is. */
export const subjectOf = ({ subjectName, subjectId, details }: Told): string =>
  subjectName ?? textOf(details['name']) ?? textOf(details['email']) ?? subjectId;

/** "Ada created the app Help desk". An action that has no sentence is told by its word. */
export const sentenceOf = (entry: Told): Sentence => {
  const { action, actor } = entry;
  const phrase = actions[action]?.phrase ?? `${action} {}`;
  const [before = '', after] = phrase.split('{}');
  return {
    actor: actor.name,
    actorNote: actorNotes[actor.kind],
    before: before.trim(),
    subject: after === undefined ? null : subjectOf(entry),
    after: (after ?? '').trim(),
  };
};

/** The name of an action in the filter. */
export const labelOfAction = (action: string): string => actions[action]?.label ?? action;

export interface ActionGroup {
  group: string;
  items: { value: string; label: string }[];
}

/** The actions that occur, by part of the product; each group begins with all of it. */
export const groupActions = (occurring: readonly string[]): ActionGroup[] => {
  const byArea = Map.groupBy(occurring, (action) => action.split('.')[0] ?? '');
  const order = Object.keys(areas);
  const rank = (area: string) => (order.includes(area) ? order.indexOf(area) : order.length);
  return [...byArea]
    .toSorted(([left], [right]) => rank(left) - rank(right))
    .map(([area, list]) => ({
      group: areas[area] ?? area,
      items: [
        { value: `${area}.*`, label: `${areas[area] ?? area}: everything` },
        ...list.map((action) => ({ value: action, label: labelOfAction(action) })),
      ],
    }));
};

/** Days as a person chose them, as moments: from the beginning of the first to the end of the last. */
export const rangeOf = (from: string, to: string): { from?: string; to?: string } => {
  const startOf = (day: string, plus: number): string | undefined => {
    const [year, month, date] = day.split('-').map(Number);
    if (year === undefined || month === undefined || date === undefined) return undefined;
    const moment = new Date(year, month - 1, date + plus);
    return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
  };
  const first = startOf(from, 0);
  const last = startOf(to, 1);
  return { ...(first ? { from: first } : {}), ...(last ? { to: last } : {}) };
};
