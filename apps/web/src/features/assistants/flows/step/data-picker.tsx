import { Button, Popover, TextInput } from '@mantine/core';
import { IconDatabaseImport } from '@tabler/icons-react';
import { type KeyboardEvent, useId, useState } from 'react';
import type { Pickable, PickGroup } from '../model/pickable.ts';
import classes from './step.module.css';
import { useStepContext } from './step-context.ts';

interface Line {
  value: Pickable;
  /** The title of the step, at its first line. */
  heading: string | undefined;
}

/** The values that fit a search. Those named like it come before those that have it in their example, as a whole value has. */
const fitting = ({ title, values }: PickGroup, wanted: string): Pickable[] => {
  const isNamed = ({ path }: Pickable) => path.toLowerCase().includes(wanted);
  const found = values.filter(({ path, preview }) =>
    `${title} ${path} ${preview}`.toLowerCase().includes(wanted),
  );
  return [...found.filter(isNamed), ...found.filter((value) => !isNamed(value))];
};

const listPickerLines = (groups: readonly PickGroup[], search: string): Line[] =>
  groups.toReversed().flatMap((group) =>
    fitting(group, search.toLowerCase().trim()).map((value, index) => ({
      value,
      heading: index === 0 ? group.title : undefined,
    })),
  );

const List = ({ onPick }: { onPick: (token: string) => void }) => {
  const { groups } = useStepContext();
  const [search, setSearch] = useState('');
  const [active, setActive] = useState(0);
  const id = useId();
  const lines = listPickerLines(groups, search);
  const current = Math.min(active, lines.length - 1);
  const go = (index: number) => {
    setActive(index);
    document.getElementById(`${id}-${index}`)?.scrollIntoView({ block: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const picked = lines[current];
    if (event.key === 'ArrowDown') go(Math.min(lines.length - 1, current + 1));
    else if (event.key === 'ArrowUp') go(Math.max(0, current - 1));
    else if (event.key === 'Enter' && picked) onPick(picked.value.token);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <TextInput
        data-autofocus
        size="xs"
        role="combobox"
        aria-label="Search data"
        aria-expanded="true"
        aria-controls={`${id}-list`}
        {...(current < 0 ? {} : { 'aria-activedescendant': `${id}-${current}` })}
        placeholder="Search data"
        autoComplete="off"
        value={search}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          setSearch(event.currentTarget.value);
          setActive(0);
        }}
      />
      <div className={classes.picks} role="listbox" id={`${id}-list`} aria-label="Data" tabIndex={-1}>
        {lines.map(({ value, heading }, index) => (
          <div key={value.token} role="presentation">
            {heading === undefined ? null : (
              <p className={`flat muted tiny medium sticky ${classes.pickGroup}`} role="presentation">
                {heading}
              </p>
            )}
            <div
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === current}
              className={`stack-2 ${classes.pick}`}
              data-depth={value.depth}
              onClick={() => onPick(value.token)}
              onKeyDown={(event) => event.key === 'Enter' && onPick(value.token)}
            >
              <code>{value.path === '' ? 'Whole value' : value.path}</code>
              <span className="muted tiny truncate">{value.preview}</span>
            </div>
          </div>
        ))}
      </div>
      {lines.length === 0 ? (
        <p className="note" role="status">
          {search === ''
            ? 'There is no data before this step yet. Choose a trigger first.'
            : 'Nothing fits. Test the earlier steps to see more of their data.'}
        </p>
      ) : null}
    </>
  );
};

interface InsertDataProps {
  /** The label of the field, for the name of the button. */
  label: string;
  onPick: (token: string) => void;
}

/** A button that opens the data of the trigger and of earlier steps. A trigger itself has none before it. */
export const InsertData = ({ label, onPick }: InsertDataProps) => {
  const [isOpened, setOpened] = useState(false);
  const { isReadOnly, groups } = useStepContext();
  if (isReadOnly || groups.length === 0) return null;
  return (
    <Popover
      opened={isOpened}
      onChange={setOpened}
      position="bottom-end"
      width={320}
      trapFocus
      returnFocus
      withinPortal
    >
      <Popover.Target>
        <Button
          size="compact-xs"
          variant="subtle"
          leftSection={<IconDatabaseImport size={14} />}
          aria-label={`Insert data into ${label}`}
          onClick={() => setOpened(!isOpened)}
        >
          Insert data
        </Button>
      </Popover.Target>
      <Popover.Dropdown p="xs">
        <List
          onPick={(token) => {
            setOpened(false);
            onPick(token);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
};
