import {
  type Source,
  SourceItemOutcome,
  type SourceReportItem,
} from '@atelier/contracts/content/sources/source-shapes';
import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import type { Column } from '../../../../ui/data-table/data-table-types.ts';
import { ListTable } from '../../../../ui/data-table/list-table.tsx';
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx';
import { StatusBadge } from '../../../../ui/feedback/status-badge.tsx';
import { SearchIllustration } from '../../../../ui/theme/illustrations.tsx';
import { useSourceReport } from '../api.ts';
import { outcomes } from '../model/source-words.ts';
import classes from './sources.module.css';

const isWebAddress = (address: string): boolean => /^https?:\/\//i.test(address);

const columns: Column<SourceReportItem>[] = [
  {
    id: 'name',
    header: 'Document',
    cell: (item) => (
      <span className="stack min-0 break-anywhere">
        <span>{item.name}</span>
        {item.cause ? <span className="danger tiny regular pretty">{item.cause.message}</span> : null}
        {item.url !== null && isWebAddress(item.url) ? (
          <a
            className="muted tiny regular pretty"
            href={item.url}
            target="_blank"
            rel="noopener noreferrer nofollow"
          >
            {item.url}
          </a>
        ) : null}
      </span>
    ),
  },
  {
    id: 'outcome',
    header: 'What became of it',
    width: '9.5rem',
    cell: ({ outcome }) => <StatusBadge tone={outcomes[outcome].tone}>{outcomes[outcome].label}</StatusBadge>,
  },
];

const filters = SourceItemOutcome.options.map((value) => ({ value, label: outcomes[value].label }));

/** Lists the outcome of each item of the last sync, and why some were skipped. */
export const SourceReport = ({ source }: { source: Source }) => {
  const [search, setSearch] = useState('');
  const [filter, setFilter] = useState('');
  const outcome = SourceItemOutcome.safeParse(filter).data;
  const report = useSourceReport(source, { search, outcome });
  const isEmpty = report.first?.total === 0 && search === '' && filter === '';
  return (
    <ListTable
      label={`Report of ${source.name}`}
      list={report}
      errorTitle="The report could not be loaded"
      nothing={
        isEmpty && (
          <EmptyState compact illustration={<SearchIllustration />} title="Nothing to report yet">
            Once the source was read, each document that it has is listed here, with the reason where one was
            left out.
          </EmptyState>
        )
      }
      columns={columns}
      rowId={(item) => item.externalId}
      rowLabel={(item) => item.name}
      search={{ value: search, onChange: setSearch, placeholder: 'Search the report' }}
      toolbar={
        <NativeSelect
          className={classes.filter ?? ''}
          aria-label="What became of it"
          value={filter}
          onChange={(event) => setFilter(event.currentTarget.value)}
          data={[{ value: '', label: 'Everything' }, ...filters]}
        />
      }
    />
  );
};
