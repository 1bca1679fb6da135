import { Button, Stack } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import type { FieldPath } from 'react-hook-form';
import type { z } from 'zod';
import { FormFailure } from '../../../ui/feedback/form-failure.tsx';
import type { FormSchema, ZodForm } from '../../../ui/forms/use-zod-form.ts';

interface SignInFrameProps<S extends FormSchema> {
  form: ZodForm<S>;
  /** The field that gets the focus first. */
  focus: FieldPath<z.input<S>>;
  children: ReactNode;
}

/** The form of one step of signing in: its fields, its failure and its button. */
export const SignInFrame = <S extends FormSchema>({ form, focus, children }: SignInFrameProps<S>) => {
  const { setFocus } = form.form;
  // The focus belongs to the browser and not to React.
  useEffect(() => setFocus(focus), [setFocus, focus]);
  return (
    <form onSubmit={form.submit} noValidate>
      <Stack gap="md">
        {children}
        <FormFailure failure={form.failure} />
        <Button type="submit" size="md" fullWidth loading={form.isSubmitting}>
          Sign in
        </Button>
      </Stack>
    </form>
  );
};
