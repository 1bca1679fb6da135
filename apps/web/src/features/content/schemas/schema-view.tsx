import { NewSchema, type SchemaDetails } from '@atelier/contracts/content/schemas/schema-shapes';
import { Button, TextInput } from '@mantine/core';
import { IconArrowLeft, IconCopy, IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { formatCount } from '../../../lib/format.ts';
import { useArrival } from '../../../ui/behaviour/use-arrival.ts';
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx';
import { QueryView } from '../../../ui/feedback/query-view.tsx';
import { StatusBadge } from '../../../ui/feedback/status-badge.tsx';
import { FormDialog } from '../../../ui/forms/form-dialog.tsx';
import { useZodForm } from '../../../ui/forms/use-zod-form.ts';
import { ActionsMenu } from '../../../ui/layout/actions-menu.tsx';
import { useCopySchema, useRemoveSchema, useRenameSchema, useSchema } from './api.ts';
import { CellPanel, type SelectedCell } from './cell-panel.tsx';
import { ColumnsPanel } from './columns-panel.tsx';
import { toSchemaBadge } from './model/schema-words.ts';
import { RunPanel } from './run-panel.tsx';
import classes from './schemas.module.css';
import type { RenderSource, ValuePosition } from './schemas-section.tsx';
import { ValuesTable } from './values-table.tsx';

type Task = 'rename' | 'copy' | 'remove';
const Named = NewSchema.pick({ name: true });

interface NameDialogProps {
  schema: SchemaDetails;
  task: 'rename' | 'copy';
  onClose: () => void;
  onOpen: (schemaId: string) => void;
}

/** Mount the dialog only while it is open. */
const NameDialog = ({ schema, task, onClose, onOpen }: NameDialogProps) => {
  const rename = useRenameSchema();
  const copy = useCopySchema(onOpen);
  const form = useZodForm(Named, {
    defaultValues: { name: task === 'copy' ? `${schema.name} (copy)` : schema.name },
    onSubmit: async (body) => {
      const { schemaId } = schema;
      await (task === 'copy' ? copy : rename).mutateAsync({ params: { schemaId }, body });
      onClose();
    },
    fieldOfCode: { 'schemas.name_taken': 'name' },
  });
  return (
    <FormDialog
      title={task === 'copy' ? 'Copy the columns' : 'Rename'}
      opened
      onClose={onClose}
      form={form}
      submitLabel={task === 'copy' ? 'Copy' : 'Rename'}
    >
      <TextInput label="Name" data-autofocus {...form.field('name')} />
    </FormDialog>
  );
};

interface HeadProps {
  schema: SchemaDetails;
  onOpen: (schemaId: string) => void;
}

const Head = ({ schema, onOpen }: HeadProps) => {
  const [task, setTask] = useState<Task>();
  const remove = useRemoveSchema(() => onOpen(''));
  const { label, tone } = toSchemaBadge(schema);
  const close = () => setTask(undefined);
  return (
    <header className={`row-3 flat ${classes.head}`}>
      <Button variant="subtle" leftSection={<IconArrowLeft size={16} />} onClick={() => onOpen('')}>
        Schemas
      </Button>
      <h2 ref={useArrival()} tabIndex={-1}>
        {schema.name}
      </h2>
      <StatusBadge tone={tone}>{label}</StatusBadge>
      {schema.abilities['canChange'] ? (
        <ActionsMenu
          label={`Actions for ${schema.name}`}
          actions={[
            { label: 'Rename', icon: <IconPencil size={16} />, onRun: () => setTask('rename') },
            { label: 'Copy', icon: <IconCopy size={16} />, onRun: () => setTask('copy') },
            { label: 'Delete', icon: <IconTrash size={16} />, danger: true, onRun: () => setTask('remove') },
          ]}
        />
      ) : null}
      {task === 'rename' || task === 'copy' ? (
        <NameDialog schema={schema} task={task} onClose={close} onOpen={onOpen} />
      ) : null}
      <ConfirmDialog
        opened={task === 'remove'}
        onClose={close}
        title={`Delete “${schema.name}”?`}
        confirmLabel="Delete"
        onConfirm={() => remove.mutateAsync({ params: { schemaId: schema.schemaId } })}
      >
        {formatCount(schema.columns.length, 'column')} with the values of{' '}
        {formatCount(schema.documents.total, 'document')} go, also those written by hand. The documents stay.
      </ConfirmDialog>
    </header>
  );
};

interface SchemaViewProps {
  schemaId: string;
  onOpen: (schemaId: string) => void;
  renderSource: RenderSource;
}

/** One schema: its runs, its values and its columns. */
export const SchemaView = ({ schemaId, onOpen, renderSource }: SchemaViewProps) => {
  const query = useSchema(schemaId);
  const [cell, setCell] = useState<SelectedCell>();
  const [position, setPosition] = useState<ValuePosition>();
  const [again, setAgain] = useState<{ columnId: string; at: number }>();
  // A counter, so that asking twice for the same column opens the form twice.
  const readAgain = (columnId: string) => setAgain((last) => ({ columnId, at: (last?.at ?? 0) + 1 }));
  return (
    <QueryView query={query} skeleton="cards" errorTitle="This schema could not be opened">
      {(schema) => (
        <div className="stack-6 min-0">
          <Head schema={schema} onOpen={onOpen} />
          <div role="group" aria-label="Reading" className={classes.reading}>
            <RunPanel key={`${schema.isActive} ${again?.at}`} schema={schema} again={again?.columnId} />
          </div>
          <ColumnsPanel schema={schema} onReadAgain={readAgain} />
          <ValuesTable schema={schema} onSelect={setCell} />
          <CellPanel
            key={`${cell?.row.knowledgeBaseImportId} ${cell?.column.columnId}`}
            schema={schema}
            place={cell}
            onClose={() => setCell(undefined)}
            onOpen={(next) => {
              setCell(undefined);
              setPosition(next);
            }}
          />
          {renderSource(position, () => setPosition(undefined))}
        </div>
      )}
    </QueryView>
  );
};
