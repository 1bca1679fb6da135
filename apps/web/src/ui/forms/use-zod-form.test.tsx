import { Button, TextInput } from '@mantine/core';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { renderUi } from '../../../tests/render-ui.tsx';
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
