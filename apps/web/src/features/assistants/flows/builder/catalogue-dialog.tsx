import { Modal, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { type CatalogueEntry, type StepChoice, searchCatalogue } from '../model/catalogue.ts';
import classes from './builder.module.css';

interface CatalogueDialogProps {
  title: string;
  entries: readonly CatalogueEntry[];
  onChoose: (choice: StepChoice) => void;
  onClose: () => void;
}

const Entry = ({ entry }: { entry: CatalogueEntry }) => {
  const { Icon, title, piece, description } = entry;
  return (
    <>
      <span className={`tile accent-soft rounded ${classes.entryIcon}`}>
        <Icon size={18} stroke={1.75} aria-hidden="true" />
      </span>
      <span className="stack min-0">
        <span className={`beside-2 medium ${classes.entryTitle}`}>
          {title}
          {piece === '' ? null : <span className="muted tiny regular">{piece}</span>}
        </span>
        <span className="note">{description}</span>
      </span>
    </>
  );
};

/** A list to search and choose from. The focus stays in the search; the arrow keys move through the list. */
export const CatalogueDialog = ({ title, entries, onChoose, onClose }: CatalogueDialogProps) => {
  const [search, setSearch] = useState('');
  const [active, setActive] = useState(0);
  const id = useId();
  const found = searchCatalogue(entries, search);
  const isSearching = search.trim() !== '';
  const current = Math.min(active, found.length - 1);
  const go = (index: number) => {
    setActive(index);
    document.getElementById(`${id}-${index}`)?.scrollIntoView({ block: 'nearest' });
  };
  const choose = (entry: CatalogueEntry | undefined) => {
    if (entry) onChoose(entry.choice);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 };
    const step = steps[event.key];
    if (event.key === 'Enter') choose(found[current]);
    else if (step === undefined) return;
    else go(Math.max(0, Math.min(found.length - 1, current + step)));
    event.preventDefault();
  };
  return (
    <Modal opened onClose={onClose} title={title} size="lg">
      <TextInput
        data-autofocus
        role="combobox"
        aria-label="Search"
        aria-expanded="true"
        aria-controls={`${id}-list`}
        {...(current < 0 ? {} : { 'aria-activedescendant': `${id}-${current}` })}
        autoComplete="off"
        placeholder="Search by name or by what it does"
        leftSection={<IconSearch size={16} />}
        value={search}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          setSearch(event.currentTarget.value);
          setActive(0);
        }}
      />
      <div className={classes.entries} role="listbox" id={`${id}-list`} aria-label={title} tabIndex={-1}>
        {found.map((entry, index) => (
          <div key={entry.id} role="presentation">
            {!isSearching && entry.group !== found[index - 1]?.group ? (
              <p className={`flat muted tiny medium sticky ${classes.group}`} role="presentation">
                {entry.group}
              </p>
            ) : null}
            <div
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === current}
              className={`line-3 rounded ${classes.entry}`}
              onClick={() => choose(entry)}
              onKeyDown={(event) => event.key === 'Enter' && choose(entry)}
            >
              <Entry entry={entry} />
            </div>
          </div>
        ))}
      </div>
      {found.length === 0 ? (
        <p className="note" role="status">
          Nothing fits. Try another word, or a Code step.
        </p>
      ) : null}
    </Modal>
  );
};
