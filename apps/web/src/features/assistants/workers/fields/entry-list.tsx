import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './fields.module.css';

interface EntryListProps<Kind extends string> {
  /** Names the list: "Where work comes from". */
  label: string;
  help: string;
  /** Shown while the list is empty. */
  none: string;
  words: Record<Kind, { label: string; text: string }>;
  entries: readonly { kind: Kind }[];
  /** The kinds that can be added now. */
  addable: readonly Kind[];
  addLabel: string;
  onAdd: (kind: Kind) => void;
  onRemove: (at: number) => void;
  /** The fields of an entry; null for one without. */
  fieldsOf: (at: number) => ReactNode;
  error: string | undefined;
}

/** A list of settings of several kinds, to which entries are added from a menu. */
export const EntryList = <Kind extends string>(props: EntryListProps<Kind>) => {
  const { label, help, none, words, entries, addable, addLabel, onAdd, onRemove, fieldsOf, error } = props;
  return (
    <fieldset className="stack-2">
      <legend className="small medium no-pad">{label}</legend>
      <p className="flat muted tiny regular">{help}</p>
      {entries.length === 0 ? <p className="flat muted tiny regular">{none}</p> : null}
      <ul className="stack-2 bare">
        {entries.map(({ kind }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: New entries have no id, and several may be of one kind.
          <li key={`${kind} ${at}`} className="stack-3 surface-box pad-3-4">
            <div className="beside-3 between align-start">
              <span className="stack-0">
                <strong>{words[kind].label}</strong>
                <span className="flat muted tiny regular">{words[kind].text}</span>
              </span>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Remove “${words[kind].label}”`}
                onClick={() => onRemove(at)}
              >
                <IconX size={16} />
              </ActionIcon>
            </div>
            {fieldsOf(at)}
          </li>
        ))}
      </ul>
      {addable.length === 0 ? null : (
        <Menu position="bottom-start">
          <Menu.Target>
            <Button variant="default" leftSection={<IconPlus size={16} />} className="self-start">
              {addLabel}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {addable.map((kind) => (
              <Menu.Item key={kind} onClick={() => onAdd(kind)}>
                <span className={`stack-0 ${classes.choice}`}>
                  {words[kind].label}
                  <span className="flat muted tiny regular">{words[kind].text}</span>
                </span>
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {error === undefined ? null : (
        <p className="flat danger tiny" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
};
