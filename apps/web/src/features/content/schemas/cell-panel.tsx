import { describePosition } from '@atelier/contracts/content/documents/document-position';
import type {
  Cell,
  Column,
  SchemaDetails,
  SchemaRow,
} from '@atelier/contracts/content/schemas/schema-shapes';
import { Button, Group, TextInput } from '@mantine/core';
import { IconFileText, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { describeError } from '../../../ui/feedback/describe-error.ts';
import { FormFailure } from '../../../ui/feedback/form-failure.tsx';
import { StatusBadge } from '../../../ui/feedback/status-badge.tsx';
import { SidePanel } from '../../../ui/layout/side-panel.tsx';
import { useResetCell, useSetCell } from './api.ts';
import { editableValue, readerWords, stateWords } from './model/schema-words.ts';
import classes from './schemas.module.css';
import type { ValuePosition } from './schemas-section.tsx';

export interface SelectedCell {
  row: SchemaRow;
  column: Column;
}

const Origin = ({ cell }: { cell: Cell }) => {
  const { label, tone } = stateWords[cell.state];
  const place = cell.source === null ? undefined : describePosition(cell.source);
  return (
    <>
      <p className="row-3 flat">
        <StatusBadge tone={tone}>{label}</StatusBadge>
        <span className="note break-anywhere">{readerWords[cell.reader]}</span>
      </p>
      {cell.state === 'UNVERIFIED' ? (
        <p className="note break-anywhere">
          The words that the model quoted are not in the document. Please check this value.
        </p>
      ) : null}
      {cell.cause === null ? null : <p className="flat break-anywhere danger">{cell.cause}</p>}
      {cell.source === null ? null : (
        <blockquote className={`flat break-anywhere ${classes.quote}`}>
          {cell.source.quote}
          {place === undefined ? null : <footer className="muted tiny">{place}</footer>}
        </blockquote>
      )}
    </>
  );
};

const describeFormat = ({ type, choices }: Column): string =>
  ({
    TEXT: '',
    NUMBER: 'A number, such as 1234.5',
    DATE: 'A day, such as 2026-03-01',
    BOOLEAN: 'Yes or no',
    CHOICE: `One of ${choices.join(', ')}`,
    LIST: 'Several texts, with ; between them',
  })[type];

interface EditFormProps extends SelectedCell {
  schemaId: string;
  cell: Cell | undefined;
  onDone: () => void;
}

const EditForm = ({ schemaId, row, column, cell, onDone }: EditFormProps) => {
  const [value, setValue] = useState(editableValue(cell?.value ?? null));
  const set = useSetCell(onDone);
  const reset = useResetCell(onDone);
  const place = { knowledgeBaseImportId: row.knowledgeBaseImportId, columnId: column.columnId };
  return (
    <form
      className={`stack-4 min-0 ${classes.stack}`}
      onSubmit={(event) => {
        event.preventDefault();
        set.mutate({ params: { schemaId }, body: { ...place, value: value.trim() === '' ? null : value } });
      }}
    >
      <TextInput
        label="Value"
        description={describeFormat(column)}
        value={value}
        onChange={(event) => setValue(event.currentTarget.value)}
      />
      <FormFailure failure={set.error ? describeError(set.error) : undefined} />
      <Group gap="xs">
        <Button type="submit" loading={set.isPending}>
          Save
        </Button>
        {cell ? (
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} />}
            loading={reset.isPending}
            onClick={() => reset.mutate({ params: { schemaId }, query: place })}
          >
            Forget, and read again
          </Button>
        ) : null}
      </Group>
    </form>
  );
};

interface CellPanelProps {
  schema: SchemaDetails;
  place: SelectedCell | undefined;
  onClose: () => void;
  onOpen: (place: ValuePosition) => void;
}

const toValuePosition = (row: SchemaRow, cell: Cell | undefined): ValuePosition => ({
  importId: row.knowledgeBaseImportId,
  ...(cell?.source ? { span: { start: cell.source.start, end: cell.source.end } } : {}),
});

/** One value: its source, and a form to correct it. */
export const CellPanel = ({ schema, place, onClose, onOpen }: CellPanelProps) => {
  const cell = place?.row.cells.find(({ columnId }) => columnId === place.column.columnId);
  return (
    <SidePanel opened={place !== undefined} onClose={onClose} title={place?.column.name ?? ''}>
      {place ? (
        <div className={`stack-4 min-0 ${classes.stack}`}>
          {cell ? (
            <Origin cell={cell} />
          ) : (
            <p className="note break-anywhere">This value was not read yet.</p>
          )}
          <div>
            <Button
              variant="default"
              leftSection={<IconFileText size={16} />}
              onClick={() => onOpen(toValuePosition(place.row, cell))}
            >
              {cell?.source ? 'Show in the document' : 'Open the document'}
            </Button>
          </div>
          {schema.abilities['canChange'] ? (
            <EditForm {...place} schemaId={schema.schemaId} cell={cell} onDone={onClose} />
          ) : null}
        </div>
      ) : null}
    </SidePanel>
  );
};
