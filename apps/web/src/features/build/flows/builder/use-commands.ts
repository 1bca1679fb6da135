import type { FlowNote } from '@atelier/contracts/build/flows/flow-model';
import type { PieceDescription } from '@atelier/contracts/build/flows/pieces';
import { useRef, useState } from 'react';
import { toastSuccess } from '../../../../ui/feedback/toasts.tsx';
import type { StepChoice } from '../model/catalogue.ts';
import {
  addTrigger,
  type CopiedSteps,
  changeTrigger,
  copySteps,
  insertStep,
  moveStep,
  pasteSteps,
  placeOf,
  removeStep,
  removeTrigger,
} from '../model/edits.ts';
import type { FlowEditor } from '../model/flow-editor.ts';
import type { Place } from '../model/flow-layout.ts';
import { chosenTrigger, newStep } from '../model/new-step.ts';

/** The id of the node that gets the focus after a step is gone: what it followed. */
const nodeBefore = (place: Place | undefined): string => {
  if (place === undefined || place.at === 'start') return 'trigger';
  return place.at === 'after' ? place.step : `${place.step}#${place.branch ?? 0}`;
};

const newNote = (notes: readonly FlowNote[]): FlowNote => ({
  id: `note_${Date.now().toString(36)}`,
  text: '',
  color: 'yellow',
  x: 180,
  y: notes.length * 40,
  width: 220,
  height: 120,
});

/** What can be chosen from the catalogue at the moment: a step for a place, or a trigger. */
export type Choosing = { place: Place } | { trigger: string };

/** What is opened, focused and being chosen in the builder. */
const useAttention = () => {
  const [selected, select] = useState<string | null>(null);
  const [focus, setFocus] = useState<{ id: string } | null>(null);
  const [choosing, setChoosing] = useState<Choosing>();
  return { selected, select, focus, goTo: (id: string) => setFocus({ id }), choosing, setChoosing };
};
type Attention = ReturnType<typeof useAttention>;

const useStepCommands = (editor: FlowEditor, { select, goTo }: Attention) => {
  const copied = useRef<CopiedSteps | undefined>(undefined);
  const flowNow = () => editor.getState().flow;
  const move = (step: string, place: Place | undefined) => {
    if (place === undefined) return;
    editor.change((flow) => moveStep(flow, step, place));
    goTo(step);
  };
  const remove = (step: string) => {
    const before = nodeBefore(placeOf(flowNow(), step));
    editor.change((flow) => removeStep(flow, step));
    select(null);
    goTo(before);
    toastSuccess('Step deleted. Ctrl Z brings it back.');
  };
  const paste = (place: Place, steps = copied.current) => {
    if (steps === undefined) return;
    const pasted = pasteSteps(flowNow(), place, steps);
    editor.change(() => pasted.flow);
    goTo(pasted.name);
  };
  const copy = (step: string) => {
    copied.current = copySteps(flowNow(), step);
  };
  const duplicate = (step: string) => paste({ at: 'after', step }, copySteps(flowNow(), step));
  return { move, remove, paste: (place: Place) => paste(place), copy, duplicate };
};

const noteCommands = (editor: FlowEditor) => {
  const change = (edit: (notes: FlowNote[]) => FlowNote[]) =>
    editor.change((flow) => ({ ...flow, notes: edit(flow.notes) }));
  return {
    addNote: () => change((notes) => [...notes, newNote(notes)]),
    changeNote: (id: string, changed: Partial<FlowNote>) =>
      change((notes) => notes.map((note) => (note.id === id ? { ...note, ...changed } : note))),
    removeNote: (id: string) => change((notes) => notes.filter((note) => note.id !== id)),
  };
};

/** Everything that the builder does with a flow. */
export const useCommands = (editor: FlowEditor, pieces: readonly PieceDescription[]) => {
  const attention = useAttention();
  const { select, goTo, choosing, setChoosing } = attention;
  const steps = useStepCommands(editor, attention);
  const flowNow = () => editor.getState().flow;
  const triggerCalled = (wanted: string) => flowNow().triggers.find(({ name }) => name === wanted);

  const choose = (choice: StepChoice) => {
    setChoosing(undefined);
    if (choosing === undefined) return;
    if ('place' in choosing) {
      const step = newStep(flowNow(), choice, pieces);
      editor.change((flow) => insertStep(flow, choosing.place, step));
      select(step.name);
      return goTo(step.name);
    }
    const trigger = triggerCalled(choosing.trigger);
    if (trigger === undefined || choice.type !== 'PIECE') return;
    editor.change((flow) => changeTrigger(flow, chosenTrigger(trigger, choice, pieces)));
    select(trigger.name);
  };
  /** Opens a step by its name, or by the id of a branch in it. A trigger that is not chosen yet is chosen first. */
  const open = (id: string) => {
    select(id.split('#')[0] ?? id);
    if (triggerCalled(id)?.settings === null) setChoosing({ trigger: id });
  };
  return {
    ...attention,
    ...steps,
    ...noteCommands(editor),
    choose,
    open,
    addTrigger: () => {
      editor.change(addTrigger);
      const added = flowNow().triggers.at(-1);
      if (added) setChoosing({ trigger: added.name });
    },
    removeTrigger: (name: string) => {
      editor.change((flow) => removeTrigger(flow, name));
      select(null);
    },
  };
};

export type Commands = ReturnType<typeof useCommands>;
