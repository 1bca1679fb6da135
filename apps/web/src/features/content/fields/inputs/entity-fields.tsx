import { apps } from '@atelier/contracts/assistants/apps';
import { knowledge } from '@atelier/contracts/content/bases/knowledge';
import { Button, MultiSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { buildQueryKey, useRead } from '../../../../lib/query.ts';
import { call } from '../../../../lib/server/api.ts';
import { describeError } from '../../../../ui/feedback/describe-error.ts';
import { asTexts, type FieldProps, useShared } from '../field-props.ts';
import classes from '../fields.module.css';

interface Option {
  value: string;
  label: string;
}

interface Found {
  options: Option[];
  isLoading: boolean;
  error: unknown;
  retry: () => void;
}

interface Kind {
  /** The plural, as in "search knowledge bases". */
  name: string;
  /** The message when the tenant has no such objects. */
  none: string;
  useSearch: (search: string) => Found;
  /** Returns the names of the selected objects, which the search may not have returned. */
  useNames: (ids: readonly string[]) => Option[];
}

const gone = (id: string): Option => ({ value: id, label: `No longer there (${id})` });

const knowledgeBases: Kind = {
  name: 'knowledge bases',
  none: 'There are no knowledge bases yet. Make one under Knowledge first.',
  useSearch: (search) => {
    const { data, error, isFetching, refetch } = useRead(knowledge.endpoints.list, {
      query: { search, sort: 'name', order: 'asc' },
    });
    const options = (data?.items ?? []).map((it) => ({ value: it.knowledgeBaseId, label: it.name }));
    return { options, error, isLoading: isFetching, retry: () => void refetch() };
  },
  useNames: (ids) =>
    useQueries({
      queries: ids.map((id) => ({
        queryKey: buildQueryKey(knowledge.endpoints.get, { params: { id } }),
        queryFn: () => call(knowledge.endpoints.get, { params: { id } }),
        retry: false,
      })),
    }).flatMap(({ data, isError }, index) => {
      const id = ids[index] ?? '';
      return data ? [{ value: id, label: data.name }] : isError ? [gone(id)] : [];
    }),
};

const allApps: Kind = {
  name: 'apps',
  none: 'There are no apps yet. Make one under Apps first.',
  useSearch: (search) => {
    const { data, error, isFetching, refetch } = useRead(apps.endpoints.list, { query: { search } });
    const options = (data?.items ?? []).map((it) => ({ value: it.appId, label: it.name }));
    return { options, error, isLoading: isFetching, retry: () => void refetch() };
  },
  useNames: (ids) =>
    useQueries({
      queries: ids.map((id) => ({
        queryKey: buildQueryKey(apps.endpoints.get, { params: { id } }),
        queryFn: () => call(apps.endpoints.get, { params: { id } }),
        retry: false,
      })),
    }).flatMap(({ data, isError }, index) => {
      const id = ids[index] ?? '';
      return data ? [{ value: id, label: data.name }] : isError ? [gone(id)] : [];
    }),
};

const distinct = (options: readonly Option[]): Option[] =>
  [...new Map(options.toReversed().map((option) => [option.value, option])).values()].toReversed();

/** The chosen ids. A lone one was stored where only one could be chosen. */
const idsIn = (value: unknown): string[] =>
  typeof value === 'string' && value !== '' ? [value] : asTexts(value);

/** Selects several objects of one kind, searched while typing. */
const Picker = ({ kind, field, path, value, onChange }: FieldProps & { kind: Kind }) => {
  const [search, setSearch] = useState('');
  const [settled] = useDebouncedValue(search, 200);
  const chosen = idsIn(value);
  const found = kind.useSearch(settled);
  const names = kind.useNames(chosen);
  const isEmpty = !found.isLoading && !found.error && found.options.length === 0 && settled === '';
  const options = distinct([...names, ...found.options, ...chosen.map((id) => ({ value: id, label: id }))]);
  return (
    <div>
      <MultiSelect
        {...useShared({ field, path })}
        searchable
        clearable
        placeholder={chosen.length === 0 ? (field.placeholder ?? `Search ${kind.name}`) : ''}
        // The server has searched already, by other rules than Mantine's filter.
        filter={({ options: all }) => all}
        nothingFoundMessage={found.isLoading ? 'Searching…' : 'Nothing matches what you typed.'}
        searchValue={search}
        onSearchChange={setSearch}
        data={options}
        value={chosen}
        {...(field.max === undefined ? {} : { maxValues: field.max })}
        onChange={onChange}
      />
      {isEmpty ? <p className={classes.note}>{kind.none}</p> : null}
      {found.error && !found.isLoading ? (
        <div className="row-2 danger small above-1" role="alert">
          <span>The list could not be loaded. {describeError(found.error).message}</span>
          <Button size="xs" variant="default" onClick={found.retry} aria-label={`Load ${field.label} again`}>
            Try again
          </Button>
        </div>
      ) : null}
    </div>
  );
};

export const KnowledgeBaseField = (props: FieldProps) => <Picker {...props} kind={knowledgeBases} />;
export const AppField = (props: FieldProps) => <Picker {...props} kind={allApps} />;
