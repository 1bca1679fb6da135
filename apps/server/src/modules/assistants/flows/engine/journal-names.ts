/**
 * The names of steps in the journal of a run. A step inside loops has their rounds before its name: `step_3[2]/step_4`. Entries that
 * are no steps begin with `@`.
 */
export const roundPath = (path: string, loop: string, round: number): string => `${path}${loop}[${round}]/`;

/** Begins the names of entries that are written before a step. */
export const begin = '@begin/';
/** The entry that is written before a step that takes long, so that it is shown while it waits. */
export const beginEntryFor = (name: string): string => `${begin}${name}`;

/** The entry of the run that a step starts and waits for. */
export const childEntryFor = (name: string): string => `@child/${name}`;

/** The entry with the answer to the request that started the run. */
export const responseEntry = '@response';

/** Selects the entries that are steps or their beginnings. */
export const shownEntries = '^(@begin/)?[^@]';

/** Selects the entries of one step in any round of any loop. */
export const entryPatternFor = (step: string): string => `^(@begin/)?(\\w+\\[\\d+\\]/)*${step}$`;

/** The name of the step whose beginning this entry may be, with the loops around it. */
export const stepOfEntry = (name: string): string =>
  name.startsWith(begin) ? name.slice(begin.length) : name;

interface JournalName {
  step: string;
  rounds: { step: string; round: number }[];
  isBeginning: boolean;
}

const round = /^(\w+)\[(\d+)\]$/;

export const readJournalName = (name: string): JournalName => {
  const isBeginning = name.startsWith(begin);
  const parts = stepOfEntry(name).split('/');
  const step = parts.pop() ?? '';
  const rounds = parts.flatMap((part) => {
    const [, loop, number] = round.exec(part) ?? [];
    return loop === undefined ? [] : [{ step: loop, round: Number(number) }];
  });
  return { step, rounds, isBeginning };
};
