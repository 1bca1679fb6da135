import type { FlowNote } from '@atelier/contracts/assistants/flows/flow-model';
import type { Place } from '@atelier/flows/operations';
import { ActionIcon, Textarea, VisuallyHidden } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconLoader2,
  IconPlus,
  IconX,
} from '@tabler/icons-react';
import { type Node, type NodeProps, useStore } from '@xyflow/react';
import { type DragEvent, memo, useEffect, useRef, useState } from 'react';
import type { CardView, StepState } from '../model/card-view.ts';
import type { PlacedNode } from '../model/flow-layout.ts';
import classes from './canvas.module.css';
import { useCanvasActions } from './canvas-actions.ts';

/** The type of what is dragged when a step is moved by mouse. */
const dragType = 'application/x-atelier-step';

/** Below this zoom, texts could not be read, and cards are drawn as plain shapes. */
const readableZoom = 0.4;
const useIsReadable = () => useStore(({ transform }) => transform[2] >= readableZoom);

export interface StepData extends Record<string, unknown> {
  placed: PlacedNode;
  view: CardView;
  /** The name of the button below it: "Add a step after Send request". */
  plusLabel: string;
  isSelected: boolean;
  /** Counts the requests to focus it; 0 when there was none. */
  focus: number;
}
export interface NoteData extends Record<string, unknown> {
  note: FlowNote;
}

const stateIcons: Record<StepState, typeof IconClock> = {
  RUNNING: IconLoader2,
  WAITING: IconClock,
  SUCCEEDED: IconCircleCheck,
  FAILED: IconCircleX,
};

const Plus = ({ place, label, isReadable }: { place: Place; label: string; isReadable: boolean }) => {
  const { edit } = useCanvasActions();
  const [isOver, setOver] = useState(false);
  if (edit === undefined || !isReadable) return null;
  const over = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes(dragType)) return;
    event.preventDefault();
    setOver(true);
  };
  return (
    <button
      type="button"
      className={`${classes.plus} nopan`}
      aria-label={label}
      title={label}
      data-over={isOver || undefined}
      onClick={(event) => edit.add(place, event.currentTarget)}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        edit.move(event.dataTransfer.getData(dragType), place);
      }}
    >
      <IconPlus size={14} stroke={2.5} aria-hidden="true" />
    </button>
  );
};

/** The words of a card for screen readers, beyond its texts. */
const spoken = ({ isSkipped, problem, run }: CardView): string =>
  [isSkipped ? 'skipped' : '', run?.words ?? '', problem === undefined ? '' : `problem: ${problem}`]
    .filter((part) => part !== '')
    .join(', ');

const Marks = ({ view }: { view: CardView }) => {
  const StateIcon = view.run ? stateIcons[view.run.state] : undefined;
  return (
    <span className="rigid flex gap-1">
      {view.problem === undefined ? null : (
        <IconAlertTriangle className="warning" size={16} aria-hidden="true" />
      )}
      {StateIcon && view.run ? (
        <StateIcon className={classes.state} data-state={view.run.state} size={16} aria-hidden="true" />
      ) : null}
    </span>
  );
};

const Card = ({ data, isReadable }: { data: StepData; isReadable: boolean }) => {
  const { placed, view, isSelected, focus } = data;
  const { open, edit, onKeyDown, onFocus } = useCanvasActions();
  const button = useRef<HTMLButtonElement>(null);
  // The focus is outside React, and the canvas draws a node only after it was asked for.
  useEffect(() => {
    if (focus > 0) button.current?.focus({ preventScroll: true });
  }, [focus]);
  const { Icon } = view;
  return (
    <button
      ref={button}
      type="button"
      className={`${placed.kind === 'branch' ? classes.branch : classes.card} nopan`}
      data-node={placed.id}
      data-kind={placed.kind}
      data-selected={isSelected || undefined}
      data-skipped={view.isSkipped || undefined}
      data-problem={view.problem !== undefined || undefined}
      data-state={view.run?.state}
      data-found={view.isFound || undefined}
      {...(isReadable ? {} : { 'aria-label': view.title })}
      aria-pressed={isSelected}
      title={view.problem}
      draggable={edit !== undefined && placed.kind === 'step'}
      onDragStart={(event) => {
        event.dataTransfer.setData(dragType, placed.name);
        event.dataTransfer.effectAllowed = 'move';
      }}
      onClick={() => open(placed.id)}
      onKeyDown={(event) => onKeyDown(placed.id, event)}
      onFocus={() => onFocus(placed.id)}
    >
      {isReadable ? (
        placed.kind === 'branch' ? (
          <span className={classes.title}>{view.title}</span>
        ) : (
          <>
            <span className={classes.icon}>
              <Icon size={20} stroke={1.75} aria-hidden="true" />
            </span>
            <span className="stack min-0 grow">
              <span className={classes.title}>{view.title}</span>
              <span className="muted tiny truncate">{view.subtitle}</span>
            </span>
            <Marks view={view} />
            <VisuallyHidden>{spoken(view)}</VisuallyHidden>
          </>
        )
      ) : null}
    </button>
  );
};

export const StepNode = memo(
  ({ data }: NodeProps<Node<StepData>>) => {
    const isReadable = useIsReadable();
    const { placed, plusLabel } = data;
    const isDot = placed.kind === 'join' || placed.kind === 'start';
    return (
      <>
        {isDot ? <span className={classes.dot} /> : <Card data={data} isReadable={isReadable} />}
        {placed.plus ? <Plus place={placed.plus} label={plusLabel} isReadable={isReadable} /> : null}
      </>
    );
  },
  ({ data: one }, { data: other }) =>
    one.isSelected === other.isSelected &&
    one.focus === other.focus &&
    one.plusLabel === other.plusLabel &&
    one.placed === other.placed &&
    one.view === other.view,
);

/** A note on the canvas. Its text is stored when the focus leaves it. */
export const NoteNode = memo(({ data }: NodeProps<Node<NoteData>>) => {
  const { note } = data;
  const { edit } = useCanvasActions();
  const [text, setText] = useState(note.text);
  return (
    <div className={classes.note} data-color={note.color}>
      {edit ? (
        <ActionIcon
          className={`${classes.noteRemove} nodrag nopan`}
          size="sm"
          aria-label="Delete this note"
          onClick={() => edit.removeNote(note.id)}
        >
          <IconX size={14} />
        </ActionIcon>
      ) : null}
      <Textarea
        className="nodrag nopan nowheel"
        variant="unstyled"
        aria-label="Note"
        placeholder="Write a note"
        readOnly={edit === undefined}
        value={text}
        minRows={3}
        autosize
        maxRows={12}
        onChange={(event) => setText(event.currentTarget.value)}
        onBlur={() => text !== note.text && edit?.changeNote(note.id, { text })}
      />
    </div>
  );
});
