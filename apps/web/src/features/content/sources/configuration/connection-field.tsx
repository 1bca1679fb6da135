import { type Connection, connections } from '@atelier/contracts/content/connections/connections';
import type { ConnectorEntry } from '@atelier/contracts/content/sources/source-shapes';
import { Button, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { usePages, useRead } from '../../../../lib/query.ts';
import { ConnectionSettings } from '../../connections/index.ts';
import classes from './configuration.module.css';

const { endpoints } = connections;
const typingPauseMs = 200;

const nothing = { connectionId: '', name: 'None' };

/** Reads the name of a selected connection that the search has not returned. */
const useChosen = (connectionId: string | null): Connection | undefined =>
  useRead(endpoints.get, { params: { id: connectionId ?? '' } }, { enabled: connectionId !== null }).data;

/** Creates a connection of the kind that the source needs, and selects it. */
const NewConnection = ({ entry, onChange }: Pick<ConnectionFieldProps, 'entry' | 'onChange'>) => {
  const [isOpened, setOpened] = useState(false);
  const { data } = useRead(endpoints.kinds, { query: entry.service ? { service: entry.service } : {} });
  const kind = data?.configurations.find((each) => each.kind === entry.type);
  return kind ? (
    <>
      <Button variant="default" leftSection={<IconPlus size={16} />} onClick={() => setOpened(true)}>
        New connection
      </Button>
      {isOpened ? (
        <ConnectionSettings
          kind={kind}
          onClose={() => setOpened(false)}
          onSaved={({ connectionId }) => onChange(connectionId)}
        />
      ) : null}
    </>
  ) : null;
};

interface ConnectionFieldProps {
  entry: ConnectorEntry;
  value: string | null;
  onChange: (connectionId: string | null) => void;
  error: string | undefined;
}

/** Selects the account or server through which a source is read. Its secrets stay on the server. */
export const ConnectionField = ({ entry, value, onChange, error }: ConnectionFieldProps) => {
  const [typed, setTyped] = useState('');
  const chosen = useChosen(value);
  const [search] = useDebouncedValue(typed === chosen?.name ? '' : typed.trim(), typingPauseMs);
  const query = { search, kind: entry.type ?? '', ...(entry.service ? { service: entry.service } : {}) };
  const { rows, query: list } = usePages(endpoints.list, { query });
  const isOptional = entry.connection === 'OPTIONAL';
  const offered = [...(isOptional ? [nothing] : []), ...rows, ...(chosen ? [chosen] : [])];
  const names = new Map(offered.map(({ connectionId, name }) => [connectionId, name]));
  return (
    <div className={`wrap-2 flex-end ${classes.connection}`}>
      <Select
        label="Connection"
        description={
          isOptional
            ? 'Holds the secrets, encrypted. Not needed for what is open to everybody.'
            : 'Holds address and secrets, encrypted. Sources may share one.'
        }
        placeholder="Type to search"
        searchable
        searchValue={typed}
        onSearchChange={setTyped}
        filter={({ options }) => options}
        data={[...names].map(([id, label]) => ({ value: id, label }))}
        nothingFoundMessage="There is none yet"
        allowDeselect={false}
        value={value ?? (isOptional ? '' : null)}
        error={error ?? (list.isError ? 'The connections could not be loaded.' : undefined)}
        onChange={(id) => onChange(id === '' ? null : id)}
      />
      <NewConnection entry={entry} onChange={onChange} />
    </div>
  );
};
