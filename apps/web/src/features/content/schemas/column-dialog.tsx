import { Column, ColumnType, NewColumn } from '@atelier/contracts/content/schemas/schema-shapes';
import { Select, TagsInput, Textarea, TextInput } from '@mantine/core';
import { FormDialog } from '../../../ui/forms/form-dialog.tsx';
import { useZodForm } from '../../../ui/forms/use-zod-form.ts';
import { useAddColumn, useChangeColumn } from './api.ts';
import { typeNames } from './model/schema-words.ts';

interface ColumnDialogProps {
  schemaId: string;
  /** The column to change; undefined to add one. */
  column: Column | undefined;
  onClose: () => void;
}

const emptyColumn = { name: '', type: 'TEXT' as const, choices: [], instruction: '' };

const typeChoices = ColumnType.options.map((value) => ({ value, label: typeNames[value] }));

/** Adds or changes a column. Mount the dialog only while it is open. */
export const ColumnDialog = ({ schemaId, column, onClose }: ColumnDialogProps) => {
  const add = useAddColumn();
  const change = useChangeColumn();
  const form = useZodForm(NewColumn, {
    defaultValues: column ?? emptyColumn,
    stored: column && { revision: column.revision, read: (newest) => Column.parse(newest) },
    onSubmit: async (values, revision) => {
      if (column)
        await change.mutateAsync({
          params: { schemaId, columnId: column.columnId },
          body: { ...values, revision },
        });
      else await add.mutateAsync({ body: { schemaId, column: values } });
      onClose();
    },
    fieldOfCode: { 'schemas.column_name_taken': 'name' },
  });
  const type = form.form.watch('type');
  const { value: choices = [], ...choiceField } = form.bind('choices');
  const { value: chosen = 'TEXT', onChange, error } = form.bind('type');
  return (
    <FormDialog
      title={column ? `Change “${column.name}”` : 'Add a column'}
      description={
        column
          ? 'The next run reads this column again. Another type deletes its values, also those written by hand.'
          : 'The next run reads this column alone.'
      }
      opened
      onClose={onClose}
      form={form}
      submitLabel={column ? 'Save' : 'Add column'}
    >
      <TextInput label="Name" placeholder="Due date" data-autofocus {...form.field('name')} />
      <Select
        label="Type"
        data={typeChoices}
        value={chosen}
        error={error}
        allowDeselect={false}
        onChange={(next) => onChange(ColumnType.safeParse(next).data ?? 'TEXT')}
      />
      {type === 'CHOICE' ? (
        <TagsInput
          label="Choices"
          description="Press Enter after each."
          value={[...choices]}
          {...choiceField}
        />
      ) : null}
      <Textarea
        label="Instruction"
        description="What to read, as you would tell a colleague."
        autosize
        minRows={2}
        {...form.field('instruction')}
      />
    </FormDialog>
  );
};
