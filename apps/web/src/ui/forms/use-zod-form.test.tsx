import { Button, TextInput } from '@mantine/core';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { renderUi } from '../../../tests/render-ui.tsx';
import { FormFailure } from '../feedback/form-failure.tsx';
import { useZodForm } from './use-zod-form.ts';

const Schema = z.object({ name: z.string().trim().min(1, 'Please enter a name') });

/** A step of a wizard, which checks its fields without sending the form. */
const Step = () => {
  const form = useZodForm(Schema, { defaultValues: { name: '' }, onSubmit: () => undefined });
  return (
    <>
      <TextInput label="Name" {...form.field('name')} />
      <Button onClick={() => void form.form.trigger(undefined, { shouldFocus: true })}>Continue</Button>
    </>
  );
};

it('takes a refusal back while one types, not when the field is left and the next button moves', async () => {
  await renderUi(<Step />);
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
  await screen.findByText('Please enter a name');
  await userEvent.type(screen.getByLabelText('Name'), 'Handbook');
  await waitFor(() => expect(screen.queryByText('Please enter a name')).toBeNull());
  expect(document.activeElement).toBe(screen.getByLabelText('Name'));
});

interface Note {
  name: string;
  revision: number;
}

const refusal = (newest: Note) =>
  Object.assign(new Error('This note was changed since you opened it.'), {
    code: 'notes.changed_meanwhile',
    status: 409,
    details: {
      ...{ revision: newest.revision, changedBy: 'Grace Hopper', changedAt: null, byCaller: false },
      newest,
    },
  });

/** A form of a stored note. `save` stands for the server. */
const NoteForm = ({ note, save }: { note: Note; save: (sent: Note) => Note }) => {
  const form = useZodForm(Schema, {
    defaultValues: { name: note.name },
    stored: { revision: note.revision, read: (newest) => ({ name: (newest as Note).name }) },
    onSubmit: ({ name }, revision = -1) => {
      const saved = save({ name, revision });
      form.reset({ name: saved.name }, saved.revision);
    },
  });
  return (
    <form onSubmit={form.submit}>
      <TextInput label="Name" {...form.field('name')} />
      <FormFailure failure={form.failure} />
      <Button type="submit">Save</Button>
    </form>
  );
};

const nameField = () => screen.getByLabelText<HTMLInputElement>('Name');
const typeName = async (name: string) => {
  await userEvent.clear(nameField());
  await userEvent.type(nameField(), name);
};
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

it('says who has saved meanwhile, and loads theirs or keeps mine', async () => {
  const sent: Note[] = [];
  let stored: Note = { name: 'Theirs', revision: 7 };
  const save = (note: Note): Note => {
    sent.push(note);
    if (note.revision !== stored.revision) throw refusal(stored);
    stored = { name: note.name, revision: stored.revision + 1 };
    return stored;
  };
  await renderUi(<NoteForm note={{ name: 'First', revision: 1 }} save={save} />);
  await typeName('Mine');
  await press('Save');
  await screen.findByText(
    'Grace Hopper saved a newer version, after you opened this one. Your changes are not saved.',
  );
  expect(nameField().value).toBe('Mine');
  await press('Load theirs');
  expect(nameField().value).toBe('Theirs');
  expect(screen.queryByRole('alert')).toBeNull();
  await typeName('After theirs');
  await press('Save');
  await waitFor(() => expect(stored).toEqual({ name: 'After theirs', revision: 8 }));
  stored = { name: 'Once more theirs', revision: 20 };
  await typeName('Mine, deliberately');
  await press('Save');
  await press('Keep mine');
  await waitFor(() => expect(stored).toEqual({ name: 'Mine, deliberately', revision: 21 }));
  expect(sent.map(({ revision }) => revision)).toEqual([1, 7, 8, 20]);
});

const arriving: Note[] = [
  { name: 'First', revision: 1 },
  { name: 'Second', revision: 2 },
  { name: 'Second', revision: 3 },
  { name: 'Third', revision: 4 },
];

/** Reads one note after the other, as a screen does whose note others change. */
const Arriving = ({ notes, save }: { notes: Note[]; save: (sent: Note) => Note }) => {
  const [read, setRead] = useState(0);
  const note = notes[read];
  return (
    <>
      {note ? <NoteForm note={note} save={save} /> : null}
      <Button onClick={() => setRead(read + 1)}>Read again</Button>
    </>
  );
};

it('follows a newer thing, unless somebody has typed something else', async () => {
  const sent: Note[] = [];
  const save = (note: Note): Note => {
    sent.push(note);
    return { ...note, revision: note.revision + 1 };
  };
  await renderUi(<Arriving notes={arriving} save={save} />);
  await press('Read again');
  await waitFor(() => expect(nameField().value).toBe('Second'));
  await typeName('Mine');
  await press('Read again');
  await press('Read again');
  expect(nameField().value).toBe('Mine');
  await press('Save');
  await waitFor(() => expect(sent).toEqual([{ name: 'Mine', revision: 3 }]));
});
