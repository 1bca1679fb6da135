import { ActionIcon, Button } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import classes from './fields.module.css';

interface ListEditorProps<T> {
  /** Names the entries in the labels of the buttons. */
  label: string;
  entries: readonly T[];
  newEntry: () => T;
  onChange: (entries: T[]) => void;
  /** The most entries that the list may have. */
  max?: number | undefined;
  children: (entry: T, set: (entry: T) => void, index: number) => ReactNode;
}

/** The index that gets the focus after a change, and the text that screen readers announce. */
interface Move {
  index: number;
  target: 'first input' | 'up' | 'down' | 'add';
  words: string;
}

const swapped = <T,>(entries: readonly T[], one: number, other: number): T[] =>
  entries.map((entry, index) =>
    index === one ? (entries[other] ?? entry) : index === other ? (entries[one] ?? entry) : entry,
  );

const focusAfter = (list: HTMLElement | null, { index, target }: Move) => {
  const entry = list?.querySelector(`[data-entry="${index}"]`);
  const button = (name: string) => entry?.querySelector<HTMLButtonElement>(`[data-move="${name}"]`);
  const wanted = {
    'first input': () => entry?.querySelector<HTMLElement>('input, textarea, select'),
    up: () => (button('up')?.disabled ? button('down') : button('up')),
    down: () => (button('down')?.disabled ? button('up') : button('down')),
    add: () => list?.querySelector<HTMLElement>('[data-add]'),
  }[target]();
  wanted?.focus();
};

/** A list whose entries can be added, removed and reordered, also with the keyboard. */
export const ListEditor = <T,>({ label, entries, newEntry, onChange, max, children }: ListEditorProps<T>) => {
  const list = useRef<HTMLDivElement>(null);
  const [move, setMove] = useState<Move>();
  // The focus is outside React, and moves after the entries have been drawn.
  useEffect(() => {
    if (move) focusAfter(list.current, move);
  }, [move]);

  const change = (next: T[], then: Move) => {
    onChange(next);
    setMove(then);
  };
  const shift = (index: number, by: 1 | -1) => {
    const words = `Entry ${index + 1} is now entry ${index + by + 1}.`;
    change(swapped(entries, index, index + by), {
      index: index + by,
      target: by === 1 ? 'down' : 'up',
      words,
    });
  };
  const remove = (index: number) =>
    change(entries.toSpliced(index, 1), { index, target: 'add', words: `Entry ${index + 1} was removed.` });
  const add = () =>
    change([...entries, newEntry()], {
      index: entries.length,
      target: 'first input',
      words: 'An entry was added.',
    });

  return (
    <div ref={list} className="stack-3 bare">
      {entries.map((entry, index) => (
        // Entries are identified by their index, because two of them may have the same content.
        <div
          key={index}
          className={`surface-box beside-2 pad-3 flex-start ${classes.entry}`}
          data-entry={index}
          role="group"
          aria-label={`Entry ${index + 1} of ${label}`}
        >
          <div className={`stack-3 min-0 grow ${classes.content}`}>
            {children(entry, (next) => onChange(entries.with(index, next)), index)}
          </div>
          <div className="rigid flex">
            <ActionIcon
              variant="subtle"
              color="gray"
              data-move="up"
              disabled={index === 0}
              aria-label={`Move entry ${index + 1} up`}
              onClick={() => shift(index, -1)}
            >
              <IconArrowUp size={16} />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="gray"
              data-move="down"
              disabled={index === entries.length - 1}
              aria-label={`Move entry ${index + 1} down`}
              onClick={() => shift(index, 1)}
            >
              <IconArrowDown size={16} />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="red"
              aria-label={`Remove entry ${index + 1}`}
              onClick={() => remove(index)}
            >
              <IconTrash size={16} />
            </ActionIcon>
          </div>
        </div>
      ))}
      <div>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={14} />}
          data-add
          disabled={max !== undefined && entries.length >= max}
          aria-label={`Add an entry to ${label}`}
          onClick={add}
        >
          Add
        </Button>
      </div>
      <span className="sr-only" role="status">
        {move?.words}
      </span>
    </div>
  );
};
