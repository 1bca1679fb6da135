import type { InformationSchema } from '@atelier/contracts/content/schemas/schema-shapes';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useMay } from '../../../lib/account/session.ts';
import { formatAgo, formatCount } from '../../../lib/format.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import type { Column } from '../../../ui/data-table/data-table-types.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { QueryView } from '../../../ui/feedback/query-view.tsx';
import { StatusBadge } from '../../../ui/feedback/status-badge.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { DocumentsIllustration } from '../../../ui/theme/illustrations.tsx';
import { useSchemas } from './api.ts';
import { CreateSchemaDialog } from './create-schema-dialog.tsx';
import { toSchemaBadge } from './model/schema-words.ts';

const columns: Column<InformationSchema>[] = [
  { id: 'name', header: 'Schema', cell: ({ name }) => name, sortValue: ({ name }) => name },
  {
    id: 'status',
    header: 'Status',
    cell: (schema) => {
      const { label, tone } = toSchemaBadge(schema);
      return <StatusBadge tone={tone}>{label}</StatusBadge>;
    },
  },
  {
    id: 'columns',
    header: 'Columns',
    cell: (schema) => schema.columns.map(({ name }) => name).join(', '),
    wideOnly: true,
  },
  {
    id: 'documents',
    header: 'Documents',
    cell: ({ documents }) =>
      `${formatCount(documents.total - documents.pending, 'read', 'read')} of ${documents.total}`,
  },
  { id: 'updated', header: 'Changed', cell: ({ updatedAt }) => formatAgo(updatedAt), wideOnly: true },
];

interface SchemaListProps {
  knowledgeBaseId: string;
  onOpen: (schemaId: string) => void;
}

export const SchemaList = ({ knowledgeBaseId, onOpen }: SchemaListProps) => {
  const { query, rows, more } = useSchemas(knowledgeBaseId);
  const [isCreating, setCreating] = useState(false);
  const may = useMay();
  const create = may('knowledge:write') ? (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setCreating(true)}>
      New schema
    </Button>
  ) : null;
  return (
    <>
      <QueryView
        query={query}
        skeleton="table"
        isEmpty={() => rows.length === 0}
        empty={
          <EmptyState
            illustration={<DocumentsIllustration />}
            title="No schemas yet"
            action={create ?? undefined}
          >
            A schema is a table that is filled from your documents. For invoices, for example: supplier,
            invoice number, due date and total, each with its position in the document.
          </EmptyState>
        }
        errorTitle="The schemas could not be listed"
      >
        {() => (
          <Panel title="Information schemas" actions={create ?? undefined}>
            <DataTable
              label="Information schemas"
              columns={columns}
              rows={rows}
              rowId={({ schemaId }) => schemaId}
              rowLabel={({ name }) => name}
              onOpen={({ schemaId }) => onOpen(schemaId)}
              more={more}
            />
          </Panel>
        )}
      </QueryView>
      <CreateSchemaDialog
        knowledgeBaseId={knowledgeBaseId}
        opened={isCreating}
        onClose={() => setCreating(false)}
        onCreated={onOpen}
      />
    </>
  );
};
