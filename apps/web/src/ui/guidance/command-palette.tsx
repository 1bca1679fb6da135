import { Spotlight, type SpotlightActionData } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import classes from './command-palette.module.css';
import { paletteField } from './open-command-palette.ts';
import { paletteStore } from './palette-store.ts';

export interface Command {
  id: string;
  label: string;
  description?: string;
  icon?: ReactNode;
  /** Other words that find the command. */
  keywords?: string[];
  onRun: () => void;
}

export interface CommandGroup {
  label: string;
  commands: Command[];
}

interface CommandPaletteProps {
  groups: CommandGroup[];
  query: string;
  onQueryChange: (query: string) => void;
}

const toAction = (command: Command): SpotlightActionData => ({
  id: command.id,
  label: command.label,
  onClick: command.onRun,
  leftSection: command.icon,
  ...(command.description === undefined ? {} : { description: command.description }),
  ...(command.keywords === undefined ? {} : { keywords: command.keywords }),
});

/** Selects the first command when none is selected, so that Enter runs it. Mantine does so only for commands that are there as soon as somebody types. */
const selectFirst = (): void => {
  const [first] = document.querySelectorAll('[data-action]');
  if (!first || document.querySelector('[data-action][data-selected]')) return;
  first.setAttribute('data-selected', 'true');
  paletteStore.updateState((state) => ({ ...state, selected: 0 }));
};

/** Everything that can be reached by typing, behind Ctrl-K or Cmd-K. */
export const CommandPalette = ({ groups, query, onQueryChange }: CommandPaletteProps) => {
  // Things that the server finds arrive after the letters for which it looked.
  useEffect(() => {
    if (query !== '') selectFirst();
  });
  return (
    <Spotlight
      store={paletteStore}
      actions={groups
        .filter((group) => group.commands.length > 0)
        .map((group) => ({ group: group.label, actions: group.commands.map(toAction) }))}
      query={query}
      onQueryChange={onQueryChange}
      nothingFound="Nothing found. Try another word."
      // The shell listens for the shortcut, because the palette is loaded with its first use.
      shortcut={null}
      lockScroll={false}
      // Keeps the field in place while the list below it grows and shrinks.
      centered={false}
      overlayProps={{ blur: 0 }}
      attributes={{ content: { 'aria-label': 'Search and commands' } }}
      scrollable
      maxHeight="min(26rem, 60dvh)"
      size="36rem"
      searchProps={{
        leftSection: <IconSearch size={18} />,
        placeholder: 'Go to, create, search…',
        'aria-label': paletteField,
      }}
      classNames={{
        inner: `at-locks-scroll ${classes.inner}`,
        overlay: classes.overlay,
        content: classes.content,
        search: classes.search,
        action: classes.action,
        actionLabel: 'text-color text-md',
        actionDescription: classes.description,
        actionSection: classes.section,
        actionsGroup: classes.group,
        empty: 'muted small',
      }}
    />
  );
};
