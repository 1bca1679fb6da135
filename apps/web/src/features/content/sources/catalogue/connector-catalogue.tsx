import type { ConnectorEntry } from '@atelier/contracts/content/sources/source-shapes';
import { SegmentedControl, TextInput } from '@mantine/core';
import { IconChevronRight, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { StatusBadge } from '../../../../ui/feedback/status-badge.tsx';
import { ChoiceCards } from '../../../../ui/forms/choice-cards.tsx';
import { matching } from '../model/source-words.ts';
import classes from './catalogue.module.css';
import { ConnectorIcon } from './connector-icon.tsx';
import { HelpSteps } from './help-steps.tsx';

type Kind = ConnectorEntry['kind'];

const kinds: { value: Kind; label: string }[] = [
  { value: 'CONNECTOR', label: 'Connectors' },
  { value: 'PLUGIN', label: 'Plugins' },
];

/** Sources that have a button of their own next to the catalogue. */
const elsewhere = ['FILE', 'MANUAL', 'WEBSITE'];

/** An entry that cannot be chosen yet, with another way to import its content until then (CONNECTOR-28 to CONNECTOR-35). */
const UpcomingEntry = ({ entry }: { entry: ConnectorEntry }) => (
  <li>
    <details className={classes.upcoming}>
      <summary>
        <IconChevronRight className={`muted rigid ${classes.chevron}`} size={16} aria-hidden="true" />
        <span className="muted rigid no-leading">
          <ConnectorIcon type={entry.type} />
        </span>
        <span className="medium grow text-md">{entry.title}</span>
        <StatusBadge tone="neutral">Upcoming</StatusBadge>
      </summary>
      <div className={`muted small ${classes.meanwhile}`}>
        <p>{entry.description} Until it can be connected, this is how its content gets in:</p>
        <HelpSteps steps={entry.help} />
      </div>
    </details>
  </li>
);

interface ConnectorCatalogueProps {
  entries: readonly ConnectorEntry[];
  /** The id of the chosen entry. */
  value: string;
  onChange: (id: string) => void;
  error?: string | undefined;
}

/** Every kind of source and plugin: available ones to choose, announced ones to read about (CONNECTOR-36). */
export const ConnectorCatalogue = ({ entries, value, onChange, error }: ConnectorCatalogueProps) => {
  const chosen = entries.find((entry) => entry.id === value);
  const [kind, setKind] = useState<Kind>(chosen?.kind ?? 'CONNECTOR');
  const [typed, setTyped] = useState('');
  const listed = entries.filter((entry) => entry.kind === kind && !elsewhere.includes(entry.type ?? ''));
  const found = matching(listed, typed);
  const ready = found.filter((entry) => entry.status === 'READY');
  const upcoming = found.filter((entry) => entry.status === 'UPCOMING');
  return (
    <div className="stack-4">
      <div className="wrap-2">
        <SegmentedControl
          aria-label="What is listed"
          data={kinds}
          value={kind}
          onChange={(next) => setKind(next === 'PLUGIN' ? 'PLUGIN' : 'CONNECTOR')}
        />
        <TextInput
          className={classes.search ?? ''}
          aria-label="Search connectors"
          placeholder="Search"
          leftSection={<IconSearch size={16} />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </div>
      {kind === 'PLUGIN' ? (
        <p className="note">Plugins reach other programs. Here they bring documents in.</p>
      ) : null}
      {ready.length > 0 ? (
        <ChoiceCards
          label={kind === 'PLUGIN' ? 'Ready plugins' : 'Ready connectors'}
          choices={ready.map((entry) => ({
            value: entry.id,
            label: entry.title,
            description: entry.description,
            icon: <ConnectorIcon type={entry.type} />,
          }))}
          value={value}
          onChange={onChange}
          error={error}
        />
      ) : null}
      {upcoming.length > 0 ? (
        <ul className={`stack bare box ${classes.list}`} aria-label="Upcoming">
          {upcoming.map((entry) => (
            <UpcomingEntry key={entry.id} entry={entry} />
          ))}
        </ul>
      ) : null}
      <p className={`note ${classes.none}`} role="status">
        {found.length === 0 ? `Nothing is called “${typed}”. Try another word.` : ''}
      </p>
    </div>
  );
};
