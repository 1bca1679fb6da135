import {
  type Flow,
  type FlowNote,
  type FlowProblem,
  type FlowStep,
  type FlowTrigger,
  flowLimits,
} from '@atelier/contracts/assistants/flows/flow-model';
import { isObject } from '@atelier/contracts/fields/field-values';
import { withBodies } from './bodies.ts';
import { takeConnection } from './connections.ts';
import { readStep } from './read-step.ts';
import { type JsonObject, Reader, readSample } from './reader.ts';
import { isStepName, newStepName } from './step-names.ts';

export type FlowReading =
  | { flow: Flow; problems?: undefined }
  | { flow?: undefined; problems: FlowProblem[] };

const readTrigger = (reader: Reader, name: string, json: JsonObject): FlowTrigger => {
  const settings = reader.object(name, json['settings'], 'The settings');
  const pieceName = reader.text(name, settings['pieceName'], 'The name of the piece');
  const base = {
    name,
    displayName: reader.title(name, json['displayName'], 'Select a trigger'),
    ...readSample(json),
  };
  if (json['type'] === 'EMPTY' || pieceName === '') return { ...base, settings: null };
  return {
    ...base,
    settings: {
      pieceName,
      pieceVersion: reader.text(name, settings['pieceVersion'], 'The version of the piece'),
      triggerName: reader.text(name, settings['triggerName'], 'The name of the trigger'),
      ...takeConnection(settings, reader.values(name, settings['input'], 'The input')),
    },
  };
};

/** The first trigger is always called `trigger`, since expressions refer to it by this name. */
const readTriggers = (reader: Reader, first: JsonObject, others: unknown[]): FlowTrigger[] => {
  const triggers = [readTrigger(reader, 'trigger', first)];
  if (others.length >= flowLimits.triggers) {
    reader.report('trigger', `A flow may have at most ${flowLimits.triggers} triggers.`);
    return triggers;
  }
  for (const other of others) {
    const json = reader.object('trigger', other, 'The trigger');
    const given = json['name'];
    const isTaken = (name: string) => triggers.some((it) => it.name === name);
    const isGood = typeof given === 'string' && /^trigger_\d{1,3}$/.test(given) && !isTaken(given);
    const name = isGood ? given : newStepName((it) => it === 'trigger_1' || isTaken(it), 'trigger');
    if (json['nextAction'] !== undefined && json['nextAction'] !== null) {
      reader.report(name, 'The steps of a flow follow its first trigger.');
    }
    triggers.push(readTrigger(reader, name, json));
  }
  return triggers;
};

const readNumber = (json: unknown, key: string, otherwise: number): number => {
  const value = isObject(json) ? json[key] : undefined;
  return typeof value === 'number' && Number.isFinite(value) ? value : otherwise;
};

const readNotes = (reader: Reader, json: unknown): FlowNote[] => {
  const all = reader.list('trigger', json, 'The notes');
  if (all.length > flowLimits.notes) {
    reader.report('trigger', `A flow may have at most ${flowLimits.notes} notes.`);
    return [];
  }
  const ids = new Set<string>();
  return all.map((one) => {
    const note = reader.object('trigger', one, 'A note');
    const given = reader.text('trigger', note['id'], 'The id of a note');
    const id = given === '' || ids.has(given) ? newStepName((name) => ids.has(name), 'note') : given;
    ids.add(id);
    return {
      id,
      text: reader.text('trigger', note['content'], 'The text of a note'),
      color: reader.text('trigger', note['color'], 'The colour of a note') || 'yellow',
      x: readNumber(note['position'], 'x', 0),
      y: readNumber(note['position'], 'y', 0),
      width: readNumber(note['size'], 'width', 240),
      height: readNumber(note['size'], 'height', 160),
    };
  });
};

/** A chain that is still to be read: its JSON, and the step whose next or whose body it is. */
interface Waiting {
  json: unknown;
  depth: number;
  after: { step: string; body: number | 'next' } | null;
}

class StepsReader {
  readonly #reader: Reader;
  readonly #taken: Set<string>;
  readonly steps = new Map<string, FlowStep>();
  first: string | null = null;

  constructor(reader: Reader, triggers: readonly FlowTrigger[]) {
    this.#reader = reader;
    this.#taken = new Set(triggers.map(({ name }) => name));
  }

  /** Reads steps from a list of those that wait, because calls inside calls would overflow the stack at long chains. */
  readAll(json: unknown): void {
    const waiting: Waiting[] = [{ json, depth: 0, after: null }];
    for (let one = waiting.pop(); one; one = waiting.pop()) {
      if (one.json === undefined || one.json === null) continue;
      if (this.steps.size >= flowLimits.steps) {
        return this.#reader.report('trigger', `A flow may have at most ${flowLimits.steps} steps.`);
      }
      waiting.push(...this.#readOne(one));
    }
  }

  #readOne({ json, depth, after }: Waiting): Waiting[] {
    const reader = this.#reader;
    const previous = after?.step ?? 'trigger';
    if (!isObject(json)) {
      reader.report(previous, 'What follows this step must be an object.');
      return [];
    }
    const name = this.#nameOf(json, previous);
    if (depth > flowLimits.depth) {
      reader.report(name, `Loops and branches may be nested at most ${flowLimits.depth} deep.`);
      return [];
    }
    const read = readStep(reader, name, json);
    if (!read) return [];
    this.steps.set(name, read.step);
    this.#link(name, after);
    const inside = read.inside.map((chain, body) => ({
      json: chain,
      depth: depth + 1,
      after: { step: name, body },
    }));
    return [{ json: json['nextAction'], depth, after: { step: name, body: 'next' } }, ...inside.reverse()];
  }

  #nameOf(json: JsonObject, previous: string): string {
    const { name } = json;
    const isGood = typeof name === 'string' && isStepName(name) && !this.#taken.has(name);
    const used = isGood ? name : newStepName((it) => this.#taken.has(it));
    if (!isGood) {
      this.#reader.report(
        typeof name === 'string' ? name.slice(0, 64) : previous,
        typeof name === 'string' && this.#taken.has(name)
          ? `Two steps are called “${name}”. Each step needs a name of its own.`
          : 'A step needs a name of letters, digits and _ that begins with a letter.',
      );
    }
    this.#taken.add(used);
    return used;
  }

  #link(name: string, after: Waiting['after']): void {
    const before = after && this.steps.get(after.step);
    if (!after || !before) this.first ??= name;
    else if (after.body === 'next') this.steps.set(after.step, { ...before, next: name });
    else {
      const bodies = 'branches' in before ? before.branches.map(({ body }) => body) : [null];
      this.steps.set(after.step, withBodies(before, bodies.with(after.body, name)));
    }
  }
}

/**
 * Reads the public JSON of a flow: `{ displayName, trigger, otherTriggers?, notes? }`, where `trigger` contains the first step as
 * `nextAction`, and each step the next one. Returns the flow, or sentences that say which step is wrong and why.
 */
export const readFlow = (json: unknown): FlowReading => {
  const reader = new Reader();
  const version = reader.object('trigger', json, 'The flow');
  const trigger = reader.object('trigger', version['trigger'], 'The trigger');
  const triggers = readTriggers(
    reader,
    trigger,
    reader.list('trigger', version['otherTriggers'], 'The other triggers'),
  );
  const steps = new StepsReader(reader, triggers);
  steps.readAll(trigger['nextAction']);
  const flow: Flow = {
    displayName: reader.title('trigger', version['displayName'], 'Untitled flow'),
    triggers,
    first: steps.first,
    steps: Object.fromEntries(steps.steps),
    notes: readNotes(reader, version['notes']),
  };
  return reader.problems.length > 0 ? { problems: reader.problems } : { flow };
};
