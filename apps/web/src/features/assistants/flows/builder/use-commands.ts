import type { FlowNote, FlowStep } from '@atelier/contracts/assistants/flows/flow-model';
import {
  copySteps,
  findStepPosition,
  newPieceStep,
  newStep,
  newTrigger,
  nextTrigger,
  type Place,
  pasteSteps,
} from '@atelier/flows/operations';
import { useRef, useState } from 'react';
import { toastSuccess } from '../../../../ui/feedback/toasts.tsx';
import type { StepChoice } from '../model/catalogue.ts';
import type { FlowEditor } from '../model/flow-editor.ts';

/** The id of the node that gets the focus after a step is gone: what it followed. */
const nodeBefore = (place: Place): string =>
  'inside' in place ? `${place.inside}#${place.body}` : (place.after ?? 'trigger');

const newNote = (count: number): FlowNote => ({
  id: `note_${Date.now().toString(36)}`,
  text: '',
  color: 'yellow',
  x: 180,
  y: count * 40,
  width: 220,
  height: 120,
});

/** A choice from the catalogue: a step for a place, another action for a step, or a trigger. */
export type Choosing = { place: Place } | { action: string } | { trigger: string };

/** The opened and the focused step of the builder, and the choice that is open. */
const useAttention = () => {
  const [selected, select] = useState<string | null>(null);
  const [focus, setFocus] = useState<{ id: string } | null>(null);
  const [choosing, setChoosing] = useState<Choosing>();
  return { selected, select, focus, goTo: (id: string) => setFocus({ id }), choosing, setChoosing };
};
type Attention = ReturnType<typeof useAttention>;

const useStepCommands = (editor: FlowEditor, { select, goTo }: Attention) => {
  const copied = useRef<FlowStep[]>([]);
  const flowNow = () => editor.getState().flow;
  const move = (step: string, place: Place | undefined) => {
    if (place === undefined) return;
    if (editor.change([{ type: 'MOVE_STEPS', first: step, last: step, at: place }])) goTo(step);
  };
  const remove = (step: string) => {
    const before = nodeBefore(findStepPosition(flowNow(), step));
    editor.change([{ type: 'DELETE_STEPS', first: step, last: step }]);
    select(null);
    goTo(before);
    toastSuccess('Step deleted. Ctrl Z brings it back.');
  };
  const put = (place: Place, steps: readonly FlowStep[]) => {
    if (steps.length === 0) return;
    const operation = pasteSteps(flowNow(), steps, place);
    if (editor.change([operation])) goTo(operation.steps[0]?.name ?? '');
  };
  const copy = (step: string) => {
    copied.current = copySteps(flowNow(), step, step);
  };
  return {
    move,
    remove,
    copy,
    paste: (place: Place) => put(place, copied.current),
    duplicate: (step: string) => put({ after: step }, copySteps(flowNow(), step, step)),
  };
};

const noteCommands = (editor: FlowEditor) => {
  const notesNow = () => editor.getState().flow.notes;
  return {
    addNote: () => {
      const { length } = notesNow();
      editor.change([{ type: 'ADD_NOTE', note: newNote(length), at: length }]);
    },
    changeNote: (id: string, changed: Partial<FlowNote>) => {
      const note = notesNow().find((it) => it.id === id);
      if (note) editor.change([{ type: 'UPDATE_NOTE', note: { ...note, ...changed } }]);
    },
    removeNote: (id: string) => editor.change([{ type: 'DELETE_NOTE', id }]),
  };
};

/** Everything that the builder does with a flow. */
export const useCommands = (editor: FlowEditor) => {
  const attention = useAttention();
  const { select, goTo, choosing, setChoosing } = attention;
  const steps = useStepCommands(editor, attention);
  const flowNow = () => editor.getState().flow;

  const chooseStep = (choice: StepChoice, at: Place) => {
    const step =
      choice.type === 'PIECE'
        ? newPieceStep(flowNow(), choice.piece, choice.member)
        : newStep(flowNow(), choice.type);
    if (!editor.change([{ type: 'ADD_STEPS', at, steps: [step] }])) return;
    select(step.name);
    goTo(step.name);
  };
  const choose = (choice: StepChoice) => {
    setChoosing(undefined);
    if (choosing === undefined) return;
    if ('place' in choosing) return chooseStep(choice, choosing.place);
    if (choice.type !== 'PIECE') return;
    if ('action' in choosing) {
      const { name: _, next: __, ...chosen } = newPieceStep(flowNow(), choice.piece, choice.member);
      const before = flowNow().steps[choosing.action];
      if (before) editor.change([{ type: 'UPDATE_STEP', step: { ...before, ...chosen } }]);
      return;
    }
    const trigger = newTrigger(choosing.trigger, choice.piece, choice.member);
    editor.change([{ type: 'UPDATE_TRIGGER', trigger }]);
    select(trigger.name);
  };
  /** Opens a step by its name, or by the id of a branch in it. A trigger that is not chosen yet is chosen instead. */
  const open = (id: string) => {
    if (flowNow().triggers.find(({ name }) => name === id)?.settings === null) setChoosing({ trigger: id });
    else select(id.split('#')[0] ?? id);
  };
  /** Chooses nothing. A further trigger is opened then, because it can be removed there. */
  const closeChoosing = () => {
    setChoosing(undefined);
    if (choosing && 'trigger' in choosing && choosing.trigger !== flowNow().triggers[0]?.name)
      select(choosing.trigger);
  };
  return {
    ...attention,
    ...steps,
    ...noteCommands(editor),
    choose,
    closeChoosing,
    open,
    addTrigger: () => {
      const flow = flowNow();
      const trigger = nextTrigger(flow);
      const isAdded = editor.change([{ type: 'ADD_TRIGGER', trigger, at: flow.triggers.length }]);
      if (isAdded) setChoosing({ trigger: trigger.name });
    },
    removeTrigger: (name: string) => {
      editor.change([{ type: 'DELETE_TRIGGER', name }]);
      select(null);
    },
  };
};

export type Commands = ReturnType<typeof useCommands>;
