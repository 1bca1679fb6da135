import { Email } from '@atelier/contracts/account/identity/auth';
import { passwords } from '@atelier/contracts/account/identity/passwords';
import { Button, Stack, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { z } from 'zod';
import { call } from '../../../../lib/server/api.ts';
import { FormFailure } from '../../../../ui/feedback/form-failure.tsx';
import { useZodForm } from '../../../../ui/forms/use-zod-form.ts';
import { TextLink } from '../../../../ui/layout/text-link.tsx';
import { AuthLayout } from '../auth-layout.tsx';
import { CheckMail } from '../check-mail.tsx';

const ForgotForm = z.object({ email: Email });

interface Ordered {
  email: string;
  at: string;
}

const Form = ({ onOrdered }: { onOrdered: (ordered: Ordered) => void }) => {
  const form = useZodForm(ForgotForm, {
    defaultValues: { email: '' },
    validateOn: 'submit',
    onSubmit: async (body) => {
      const at = new Date().toISOString();
      await call(passwords.endpoints.forgot, { body });
      onOrdered({ email: body.email, at });
    },
  });
  const { setFocus } = form.form;
  // The focus belongs to the browser and not to React.
  useEffect(() => setFocus('email'), [setFocus]);
  return (
    <form onSubmit={form.submit} noValidate>
      <Stack gap="md">
        <TextInput label="Email" type="email" autoComplete="username" {...form.field('email')} />
        <FormFailure failure={form.failure} />
        <Button type="submit" size="md" fullWidth loading={form.isSubmitting}>
          Send the link
        </Button>
      </Stack>
    </form>
  );
};

/** `/forgot` (ROUTE-20): requests a mail with a link to set a new password. */
export const ForgotScreen = () => {
  const [ordered, setOrdered] = useState<Ordered>();
  if (ordered)
    return (
      <CheckMail to={ordered.email} since={ordered.at}>
        If <strong>{ordered.email}</strong> has an account, a mail with a link is on its way. The link works
        once, for an hour. Nothing there? Look among the unwanted mails.
      </CheckMail>
    );
  return (
    <AuthLayout
      title="Forgot your password?"
      description="Tell us your email, and we send you a link to a new one."
      footer={<TextLink to="/">Back to the sign-in</TextLink>}
    >
      <Form onOrdered={setOrdered} />
    </AuthLayout>
  );
};
