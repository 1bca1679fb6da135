import type { AuditEntry } from '@atelier/contracts/operate/audit';
import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { Ago } from '../../../lib/ago.tsx';
import { SettingsPage } from '../../../lib/settings-page.tsx';
import { useUrlState, useUrlWords } from '../../../ui/behaviour/use-url-state.ts';
import type { Column } from '../../../ui/data-table/data-table-types.ts';
import { ListTable } from '../../../ui/data-table/list-table.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { SearchIllustration } from '../../../ui/theme/illustrations.tsx';
import { type AuditFilters, exportAddress, useAudit } from './api.ts';
import { AuditFilterFields } from './audit-filters.tsx';
import { EntryPanel } from './entry-panel.tsx';
import { EntrySentence } from './entry-sentence.tsx';
import { describeEntry, joinSentence, toTimeRange } from './model/audit-sentence.ts';

const columns: Column<AuditEntry>[] = [
  { id: 'what', header: 'What happened', cell: (entry) => <EntrySentence entry={entry} /> },
  {
    id: 'when',
    header: 'When',
    width: '10rem',
    cell: (entry) => <Ago at={entry.createdAt} />,
  },
  {
    id: 'address',
    header: 'From',
    width: '10rem',
    wideOnly: true,
    cell: (entry) => <span className="break-anywhere muted tiny mono">{entry.address ?? 'the server'}</span>,
  },
];

const labelOf = (entry: AuditEntry): string => joinSentence(describeEntry(entry));

const ExportMenu = ({ filters }: { filters: AuditFilters }) => (
  <Menu>
    <Menu.Target>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} />}
        rightSection={<IconChevronDown size={14} />}
      >
        Export
      </Button>
    </Menu.Target>
    <Menu.Dropdown>
      <Menu.Item component="a" href={exportAddress(filters, 'csv')} download>
        For a spreadsheet (CSV)
      </Menu.Item>
      <Menu.Item component="a" href={exportAddress(filters, 'jsonl')} download>
        For a program (JSON lines)
      </Menu.Item>
    </Menu.Dropdown>
  </Menu>
);

const Nothing = () => (
  <EmptyState compact illustration={<SearchIllustration />} title="Nothing here">
    Nothing like that happened. Choose other days, another action or person, or clear the search.
  </EmptyState>
);

/** `/settings/audit`: who did what, when and from where. */
export const AuditScreen = () => {
  const [search, setSearch] = useUrlState('search');
  const [words, setWords] = useUrlWords(['action', 'actor', 'from', 'to']);
  const [opened, setOpened] = useState<AuditEntry>();
  const { action, actor, from, to } = words;
  const filters = { search, action, actor, ...toTimeRange(from, to) };
  const list = useAudit(filters);
  return (
    <SettingsPage
      title="Audit log"
      description="Who changed what in your company, when and from where. Entries cannot be changed or deleted."
      actions={<ExportMenu filters={filters} />}
    >
      <ListTable
        label="Audit log"
        list={list}
        errorTitle="The audit log could not be loaded"
        columns={columns}
        rowId={(entry) => entry.auditId}
        rowLabel={labelOf}
        onOpen={setOpened}
        search={{ value: search, onChange: setSearch, placeholder: 'Search the log' }}
        toolbar={<AuditFilterFields words={words} onChange={setWords} />}
        empty={<Nothing />}
      />
      {opened ? <EntryPanel entry={opened} onClose={() => setOpened(undefined)} /> : null}
    </SettingsPage>
  );
};
