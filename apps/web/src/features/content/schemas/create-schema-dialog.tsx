import { NewSchema } from '@atelier/contracts/content/schemas/schema-shapes';
import { Radio, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { FormDialog } from '../../../ui/forms/form-dialog.tsx';
import { useZodForm } from '../../../ui/forms/use-zod-form.ts';
import { useCreateSchema } from './api.ts';
import { findTemplate, templates } from './model/schema-words.ts';

const Named = NewSchema.pick({ name: true });

interface CreateSchemaDialogProps {
  knowledgeBaseId: string;
  opened: boolean;
  onClose: () => void;
  onCreated: (schemaId: string) => void;
}

export const CreateSchemaDialog = (props: CreateSchemaDialogProps) => {
  const { knowledgeBaseId, opened, onClose, onCreated } = props;
  const [template, setTemplate] = useState('invoice');
  const create = useCreateSchema(onCreated);
  const form = useZodForm(Named, {
    defaultValues: { name: '' },
    onSubmit: ({ name }) =>
      create.mutateAsync({ body: { knowledgeBaseId, name, columns: findTemplate(template).columns } }),
    fieldOfCode: { 'schemas.name_taken': 'name' },
  });
  return (
    <FormDialog title="New schema" opened={opened} onClose={onClose} form={form} submitLabel="Create">
      <TextInput label="Name" placeholder="Invoices 2026" data-autofocus {...form.field('name')} />
      <Radio.Group
        label="Begin with"
        description="Columns can be changed, added and deleted afterwards."
        value={template}
        onChange={setTemplate}
      >
        <Stack gap="xs" mt="xs">
          {templates.map(({ id, label, columns }) => (
            <Radio
              key={id}
              value={id}
              label={label}
              description={columns.map(({ name }) => name).join(', ')}
            />
          ))}
        </Stack>
      </Radio.Group>
    </FormDialog>
  );
};
