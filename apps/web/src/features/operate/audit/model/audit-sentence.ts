import type { AuditEntry } from '@atelier/contracts/operate/audit';
import { actions, areas } from './audit-words.ts';

/** A sentence about an entry, in parts, so that names can be emphasised. */
export interface Sentence {
  actor: string;
  /** True when the action was done with an API key instead of in a browser. */
  byKey: boolean;
  parts: { text: string; isName: boolean }[];
}

type DescribedEntry = Pick<AuditEntry, 'action' | 'actor' | 'subjectId' | 'subjectName' | 'details'>;

const readText = (value: unknown): string | null => {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : null;
};

/** Returns the best available name of the object. */
const subjectLabel = ({ subjectName, subjectId, details }: DescribedEntry): string =>
  subjectName ?? readText(details['name']) ?? readText(details['email']) ?? subjectId;

const splitPhrase = (entry: DescribedEntry): Sentence['parts'] => {
  const phrase = actions[entry.action]?.phrase ?? `${entry.action} {}`;
  return phrase
    .split(/(\{\w*\})/)
    .filter((text) => text !== '')
    .map((text) => {
      const field = /^\{(\w*)\}$/.exec(text)?.[1];
      if (field === undefined) return { text, isName: false };
      const name =
        field === '' ? subjectLabel(entry) : (readText(entry.details[field]) ?? subjectLabel(entry));
      return { text: name, isName: true };
    });
};

/** Describes an entry: "Ada created the app Help desk". An action without a sentence is described by its name. */
export const describeEntry = (entry: DescribedEntry): Sentence => ({
  actor: entry.actor.kind === 'system' ? 'The system' : entry.actor.name,
  byKey: entry.actor.kind === 'api-key',
  parts: splitPhrase(entry),
});

/** The sentence as plain text. */
export const joinSentence = ({ actor, parts }: Sentence): string =>
  `${actor} ${parts.map(({ text }) => text).join('')}`;

/** The name of an action in the filter. */
export const labelOfAction = (action: string): string => actions[action]?.label ?? action;

export interface ActionGroup {
  group: string;
  items: { value: string; label: string }[];
}

/** Groups the actions that occur by part of the product. Each group begins with an entry for all of it. */
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

/** Converts chosen days to times: from the beginning of the first day to the end of the last. */
export const toTimeRange = (from: string, to: string): { from?: string; to?: string } => {
  const toDayStart = (day: string, plus: number): string | undefined => {
    const [year, month, date] = day.split('-').map(Number);
    if (year === undefined || month === undefined || date === undefined) return undefined;
    const moment = new Date(year, month - 1, date + plus);
    return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
  };
  const first = toDayStart(from, 0);
  const last = toDayStart(to, 1);
  return { ...(first ? { from: first } : {}), ...(last ? { to: last } : {}) };
};
