import { TextInput } from '@mantine/core';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { z } from 'zod';
import { renderUi } from '../../../tests/render-ui.tsx';
import { FormDialog } from './form-dialog.tsx';
import { useZodForm } from './use-zod-form.ts';

const Schema = z.object({
  name: z.string().trim().min(1, 'Please enter a name'),
  note: z.string().max(5, 'Too long'),
});

const failure = (parts: object) => Object.assign(new Error('failed'), { status: 409, ...parts });

const Example = ({ save }: { save: (values: z.output<typeof Schema>) => unknown }) => {
  const [opened, setOpened] = useState(true);
  const form = useZodForm(Schema, {
    defaultValues: { name: '', note: '' },
    fieldOfCode: { 'x.name_taken': 'name' },
    onSubmit: async (values) => {
      await save(values);
      setOpened(false);
    },
  });
  return (
    <FormDialog
      title="New thing"
      opened={opened}
      onClose={() => setOpened(false)}
      form={form}
      submitLabel="Create"
    >
      <TextInput label="Name" {...form.field('name')} />
      <TextInput label="Note" {...form.field('note')} />
    </FormDialog>
  );
};

const name = () => screen.getByLabelText('Name');
const create = () => userEvent.click(screen.getByRole('button', { name: 'Create' }));

it('shows what the schema refuses, focuses the first refused field and sends nothing', async () => {
  const save = vi.fn<(value?: unknown) => void>();
  await renderUi(<Example save={save} />);
  await userEvent.type(screen.getByLabelText('Note'), 'too long');
  await create();
  await screen.findByText('Please enter a name');
  expect(screen.getByText('Too long')).toBeTruthy();
  expect(document.activeElement).toBe(name());
  expect(save).not.toHaveBeenCalled();
});

it('sends the parsed values', async () => {
  const save = vi.fn<(value?: unknown) => void>();
  await renderUi(<Example save={save} />);
  await userEvent.type(name(), '  Handbook ');
  await create();
  await waitFor(() => expect(save).toHaveBeenCalledWith({ name: 'Handbook', note: '' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('puts a declared failure on its field and keeps what was typed', async () => {
  await renderUi(
    <Example save={() => Promise.reject(failure({ code: 'x.name_taken', message: 'Taken.' }))} />,
  );
  await userEvent.type(name(), 'Handbook');
  await create();
  await screen.findByText('Taken.');
  expect(name()).toHaveProperty('value', 'Handbook');
  expect(name().getAttribute('aria-invalid')).toBe('true');
});

it('puts the issues of the server on their fields', async () => {
  const details = { issues: [{ path: 'note', message: 'Not this note.' }] };
  await renderUi(
    <Example save={() => Promise.reject(failure({ code: 'request.invalid', message: 'x', details }))} />,
  );
  await userEvent.type(name(), 'Handbook');
  await create();
  await screen.findByText('Not this note.');
  expect(document.activeElement).toBe(screen.getByLabelText('Note'));
});

it('shows any other failure above the buttons', async () => {
  await renderUi(
    <Example save={() => Promise.reject(failure({ code: 'server.x', message: 'Try later.' }))} />,
  );
  await userEvent.type(name(), 'Handbook');
  await create();
  expect((await screen.findByRole('alert')).textContent).toContain('Try later.');
});

it('asks before changes are lost, and keeps them when one stays', async () => {
  await renderUi(<Example save={vi.fn<(value?: unknown) => void>()} />);
  await userEvent.type(name(), 'Handbook');
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Keep editing' }));
  expect(name()).toHaveProperty('value', 'Handbook');
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('closes at once when nothing was entered', async () => {
  await renderUi(<Example save={vi.fn<(value?: unknown) => void>()} />);
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
