import { ActionIcon, Button, HoverCard, TextInput } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconKeyboard,
  IconNote,
  IconSearch,
  IconSparkles,
} from '@tabler/icons-react';
import type { EditorState, FlowEditor } from '../model/flow-editor.ts';
import classes from './builder.module.css';

const shortcuts = [
  ['Tab, ↑ ↓ ← →', 'go through the steps'],
  ['Enter', 'opens a step'],
  ['A', 'adds a step after it'],
  ['Alt ↑, Alt ↓', 'moves it'],
  ['Ctrl C, X, V, D', 'copies, cuts, pastes, duplicates it'],
  ['Delete', 'deletes it'],
  ['Ctrl Z, Ctrl Shift Z', 'undoes and redoes'],
] as const;

const Shortcuts = () => (
  <HoverCard width={340} shadow="md">
    <HoverCard.Target>
      <ActionIcon variant="default" size="lg" aria-label="Keys of the canvas">
        <IconKeyboard size={18} />
      </ActionIcon>
    </HoverCard.Target>
    <HoverCard.Dropdown>
      <dl className={`stack small ${classes.keys}`}>
        {shortcuts.map(([keys, does]) => (
          <div key={keys}>
            <dt className="tiny mono">{keys}</dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </HoverCard.Dropdown>
  </HoverCard>
);

const History = ({ editor, state }: { editor: FlowEditor; state: EditorState }) => (
  <>
    <ActionIcon
      variant="default"
      size="lg"
      aria-label="Undo"
      disabled={!state.canUndo}
      onClick={() => editor.undo()}
    >
      <IconArrowBackUp size={18} />
    </ActionIcon>
    <ActionIcon
      variant="default"
      size="lg"
      aria-label="Redo"
      disabled={!state.canRedo}
      onClick={() => editor.redo()}
    >
      <IconArrowForwardUp size={18} />
    </ActionIcon>
  </>
);

interface EditToolsProps {
  editor: FlowEditor;
  state: EditorState;
  isReadOnly: boolean;
  search: { value: string; found: number; onChange: (value: string) => void; onNext: () => void };
  /** Undefined where there is no canvas to put notes on. */
  onAddNote: (() => void) | undefined;
  /** Undefined where the flow is not changed by a sentence: it is empty, or cannot be changed. */
  onDescribe: (() => void) | undefined;
}

/** The tools above the canvas: history, search, changes by a sentence, notes, keys. */
export const EditTools = ({ editor, state, isReadOnly, search, onAddNote, onDescribe }: EditToolsProps) => (
  <div className="row-2 margin-bottom-3">
    {isReadOnly ? null : <History editor={editor} state={state} />}
    <TextInput
      className={classes.search ?? ''}
      aria-label="Search steps"
      placeholder="Search steps"
      leftSection={<IconSearch size={16} />}
      rightSectionWidth={72}
      rightSection={search.value === '' ? null : <span className="note">{search.found} found</span>}
      value={search.value}
      onChange={(event) => search.onChange(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Enter' && search.onNext()}
    />
    {onDescribe ? (
      <Button variant="default" leftSection={<IconSparkles size={16} />} onClick={onDescribe}>
        Describe a change
      </Button>
    ) : null}
    {onAddNote ? (
      <>
        <Button variant="default" leftSection={<IconNote size={16} />} onClick={onAddNote}>
          Add a note
        </Button>
        <Shortcuts />
      </>
    ) : null}
  </div>
);
