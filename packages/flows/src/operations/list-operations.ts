import { type Flow, flowLimits } from '@atelier/contracts/assistants/flows/flow-model';
import { findStep, isStepName } from '../model/index.ts';
import { type Applied, type FlowOperation, OperationError } from './operation.ts';

type Operation<Type extends FlowOperation['type']> = Extract<FlowOperation, { type: Type }>;

const findPosition = <Item>(items: readonly Item[], isIt: (item: Item) => boolean, what: string): number => {
  const at = items.findIndex(isIt);
  if (at < 0) throw new OperationError(`There is no ${what}.`);
  return at;
};

const checkPlace = (at: number, least: number, most: number): void => {
  if (!Number.isInteger(at) || at < least || at > most)
    throw new OperationError(`There is no place ${at + 1}.`);
};

export const addTrigger = (flow: Flow, { trigger, at }: Operation<'ADD_TRIGGER'>): Applied => {
  const { name } = trigger;
  checkPlace(at, 1, flow.triggers.length);
  if (flow.triggers.length >= flowLimits.triggers) {
    throw new OperationError(`A flow may have at most ${flowLimits.triggers} triggers.`);
  }
  const isTaken = flow.triggers.some((it) => it.name === name) || findStep(flow, name);
  if (!isStepName(name) || isTaken) throw new OperationError(`“${name}” cannot be the name of a trigger.`);
  return {
    flow: { ...flow, triggers: flow.triggers.toSpliced(at, 0, trigger) },
    inverse: { type: 'DELETE_TRIGGER', name },
  };
};

export const updateTrigger = (flow: Flow, { trigger }: Operation<'UPDATE_TRIGGER'>): Applied => {
  const at = findPosition(flow.triggers, ({ name }) => name === trigger.name, `trigger “${trigger.name}”`);
  const before = flow.triggers[at] ?? trigger;
  return {
    flow: { ...flow, triggers: flow.triggers.with(at, trigger) },
    inverse: { type: 'UPDATE_TRIGGER', trigger: before },
  };
};

export const deleteTrigger = (flow: Flow, { name }: Operation<'DELETE_TRIGGER'>): Applied => {
  const at = findPosition(flow.triggers, (it) => it.name === name, `trigger “${name}”`);
  const trigger = flow.triggers[at];
  // Expressions refer to the first trigger by its name.
  if (at === 0 || !trigger) throw new OperationError('The first trigger can be changed, but not deleted.');
  return {
    flow: { ...flow, triggers: flow.triggers.toSpliced(at, 1) },
    inverse: { type: 'ADD_TRIGGER', trigger, at },
  };
};

export const addNote = (flow: Flow, { note, at }: Operation<'ADD_NOTE'>): Applied => {
  checkPlace(at, 0, flow.notes.length);
  if (flow.notes.length >= flowLimits.notes) {
    throw new OperationError(`A flow may have at most ${flowLimits.notes} notes.`);
  }
  if (flow.notes.some(({ id }) => id === note.id))
    throw new OperationError(`There is a note “${note.id}” already.`);
  return {
    flow: { ...flow, notes: flow.notes.toSpliced(at, 0, note) },
    inverse: { type: 'DELETE_NOTE', id: note.id },
  };
};

export const updateNote = (flow: Flow, { note }: Operation<'UPDATE_NOTE'>): Applied => {
  const at = findPosition(flow.notes, ({ id }) => id === note.id, `note “${note.id}”`);
  return {
    flow: { ...flow, notes: flow.notes.with(at, note) },
    inverse: { type: 'UPDATE_NOTE', note: flow.notes[at] ?? note },
  };
};

export const deleteNote = (flow: Flow, { id }: Operation<'DELETE_NOTE'>): Applied => {
  const at = findPosition(flow.notes, (note) => note.id === id, `note “${id}”`);
  const [note] = flow.notes.slice(at);
  if (!note) throw new OperationError(`There is no note “${id}”.`);
  return { flow: { ...flow, notes: flow.notes.toSpliced(at, 1) }, inverse: { type: 'ADD_NOTE', note, at } };
};
