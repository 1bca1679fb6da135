import { ConnectionService, connections } from '@atelier/contracts/content/connections/connections';
import type { Field } from '@atelier/contracts/fields/fields';
import { Button, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useMay } from '../../../../lib/account/session.ts';
import { useRead } from '../../../../lib/query.ts';
import { describeError } from '../../../../ui/feedback/describe-error.ts';
import { asText, type FieldProps, useShared } from '../field-props.ts';
import classes from '../fields.module.css';
import { useSurroundings } from '../surroundings.ts';

const { endpoints } = connections;

const useConnections = ({ service, kind }: Field, search: string, chosen: string) => {
  const known = ConnectionService.safeParse(service).data;
  const list = useRead(endpoints.list, {
    query: { search, sort: 'name', kind, ...(known === undefined ? {} : { service: known }) },
  });
  const own = useRead(endpoints.get, { params: { id: chosen } }, { enabled: chosen !== '' });
  const found = (list.data?.items ?? []).map((it) => ({
    value: it.connectionId,
    label: `${it.name} (${it.title})`,
  }));
  const label = own.data ? `${own.data.name} (${own.data.title})` : `No longer there (${chosen})`;
  const isListed = chosen === '' || found.some(({ value }) => value === chosen);
  const options = isListed || own.isPending ? found : [...found, { value: chosen, label }];
  return { list, options };
};

type ConnectionList = ReturnType<typeof useConnections>['list'];

/** Shown below the field when there is nothing to choose from. */
const State = ({ list, isSearching }: { list: ConnectionList; isSearching: boolean }) => {
  if (list.isError) {
    return (
      <div className="row-2 danger small above-1" role="alert">
        <span>The connections could not be loaded. {describeError(list.error).message}</span>
        <Button size="xs" variant="default" onClick={() => void list.refetch()}>
          Try again
        </Button>
      </div>
    );
  }
  return list.data?.total === 0 && !isSearching ? (
    <p className={classes.note}>There are no connections for this yet.</p>
  ) : null;
};

/** CONNECTIONS: one connection, searched while typing or created on the spot. `service` and `kind` restrict the list. */
export const ConnectionsField = ({ field, path, value, onChange }: FieldProps) => {
  const [search, setSearch] = useState('');
  const [isMaking, setMaking] = useState(false);
  const [settled] = useDebouncedValue(search, 200);
  const { newConnection } = useSurroundings().loaders;
  const mayWrite = useMay()('connections:write');
  const chosen = asText(value);
  // The field also contains the name of the selected connection, which must not be searched for.
  const { list, options } = useConnections(field, settled.includes(' (') ? '' : settled, chosen);
  return (
    <div>
      <div className="wrap-2 flex-end">
        <Select
          {...useShared({ field, path })}
          className={classes.grow ?? ''}
          searchable
          clearable
          placeholder={field.placeholder ?? 'Search connections'}
          filter={({ options: all }) => all}
          nothingFoundMessage={list.isFetching ? 'Searching…' : 'Nothing matches what you typed.'}
          onSearchChange={setSearch}
          data={options}
          value={chosen === '' ? null : chosen}
          onChange={(next) => onChange(next ?? '')}
        />
        {newConnection && mayWrite ? (
          <Button variant="default" leftSection={<IconPlus size={16} />} onClick={() => setMaking(true)}>
            New connection
          </Button>
        ) : null}
      </div>
      <State list={list} isSearching={settled !== ''} />
      {isMaking
        ? newConnection?.({
            service: field.service,
            kind: field.kind,
            onClose: () => setMaking(false),
            onCreated: (id) => {
              onChange(id);
              setMaking(false);
            },
          })
        : null}
    </div>
  );
};
