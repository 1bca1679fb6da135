import type { Column, SchemaDetails } from '@atelier/contracts/content/schemas/schema-shapes';
import { Button } from '@mantine/core';
import { IconPencil, IconPlus, IconRefresh, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx';
import { ActionsMenu } from '../../../ui/layout/actions-menu.tsx';
import { Fold } from '../../../ui/layout/fold.tsx';
import { useRemoveColumn } from './api.ts';
import { ColumnDialog } from './column-dialog.tsx';
import { typeNames } from './model/schema-words.ts';

interface ColumnItemProps {
  column: Column;
  mayChange: boolean;
  onReadAgain: () => void;
  onEdit: () => void;
  onRemove: () => void;
}

const ColumnItem = ({ column, mayChange, onReadAgain, onEdit, onRemove }: ColumnItemProps) => (
  <li className="beside-3 between align-start">
    <div>
      <strong>{column.name}</strong> <span className="note break-anywhere">{typeNames[column.type]}</span>
      {column.instruction === '' ? null : <p className="note break-anywhere">{column.instruction}</p>}
    </div>
    {mayChange ? (
      <ActionsMenu
        label={`Actions for the column ${column.name}`}
        actions={[
          { label: 'Read again', icon: <IconRefresh size={16} />, onRun: onReadAgain },
          { label: 'Change', icon: <IconPencil size={16} />, onRun: onEdit },
          { label: 'Delete', icon: <IconTrash size={16} />, danger: true, onRun: onRemove },
        ]}
      />
    ) : null}
  </li>
);

interface ColumnsPanelProps {
  schema: SchemaDetails;
  onReadAgain: (columnId: string) => void;
}

/** The columns and the ways to change them. They come before the table, which is long, and are collapsed once there are values. */
export const ColumnsPanel = ({ schema, onReadAgain }: ColumnsPanelProps) => {
  const { schemaId, columns, isActive } = schema;
  const [edited, setEdited] = useState<Column | 'new'>();
  const [removed, setRemoved] = useState<Column>();
  const remove = useRemoveColumn();
  const mayChange = schema.abilities['canChange'] === true && !isActive;
  return (
    <div className="rounded surface">
      <Fold
        label="Columns"
        summary={columns.map(({ name }) => name).join(', ')}
        isForced={schema.documents.pending === schema.documents.total}
      >
        <ul className="stack-3 bare">
          {columns.map((column) => (
            <ColumnItem
              key={column.columnId}
              column={column}
              mayChange={mayChange}
              onReadAgain={() => onReadAgain(column.columnId)}
              onEdit={() => setEdited(column)}
              onRemove={() => setRemoved(column)}
            />
          ))}
        </ul>
        {mayChange ? (
          <div>
            <Button variant="default" leftSection={<IconPlus size={16} />} onClick={() => setEdited('new')}>
              Add column
            </Button>
          </div>
        ) : null}
      </Fold>
      {edited === undefined ? null : (
        <ColumnDialog
          schemaId={schemaId}
          column={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
      <ConfirmDialog
        opened={removed !== undefined}
        onClose={() => setRemoved(undefined)}
        title={`Delete the column “${removed?.name ?? ''}”?`}
        confirmLabel="Delete"
        onConfirm={() => remove.mutateAsync({ params: { schemaId, columnId: removed?.columnId ?? '' } })}
      >
        Its values go with it, also those written by hand. Reading them again costs credits.
      </ConfirmDialog>
    </div>
  );
};
