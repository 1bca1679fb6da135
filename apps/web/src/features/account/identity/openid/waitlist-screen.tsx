import { JoinWaitlist, waitlist } from '@atelier/contracts/account/identity/waitlist';
import { Button, Stack, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { call } from '../../../../lib/server/api.ts';
import { FormFailure } from '../../../../ui/feedback/form-failure.tsx';
import { useZodForm } from '../../../../ui/forms/use-zod-form.ts';
import { TextLink } from '../../../../ui/layout/text-link.tsx';
import { AuthLayout } from '../auth-layout.tsx';

const WaitlistForm = ({ onJoined }: { onJoined: (email: string) => void }) => {
  const form = useZodForm(JoinWaitlist, {
    defaultValues: { name: '', email: '', companyName: '', phone: '' },
    onSubmit: async (body) => {
      await call(waitlist.endpoints.join, { body });
      onJoined(body.email);
    },
  });
  const { setFocus } = form.form;
  // The focus belongs to the browser and not to React.
  useEffect(() => setFocus('name'), [setFocus]);
  return (
    <form onSubmit={form.submit} noValidate>
      <Stack gap="md">
        <TextInput label="Name" autoComplete="name" {...form.field('name')} />
        <TextInput label="Work email" type="email" autoComplete="email" {...form.field('email')} />
        <TextInput label="Company name" autoComplete="organization" {...form.field('companyName')} />
        <TextInput
          label="Phone number"
          description="In case we have a question."
          type="tel"
          autoComplete="tel"
          {...form.field('phone')}
        />
        <FormFailure failure={form.failure} />
        <Button type="submit" size="md" fullWidth loading={form.isSubmitting}>
          Join the waiting list
        </Button>
      </Stack>
    </form>
  );
};

const footer = (
  <>
    Already have an account? <TextLink to="/">Sign in</TextLink>
  </>
);

/** `/signup-waitlist` (ROUTE-19). The reply is the same whether or not the address is already known. */
export const WaitlistScreen = () => {
  const [joined, setJoined] = useState<string>();
  if (joined !== undefined)
    return (
      <AuthLayout
        title="You are on the list"
        description={
          <>
            We write to <strong>{joined}</strong> as soon as there is a place for you. There is nothing else
            to do.
          </>
        }
        footer={footer}
      >
        <p role="status">You can close this page.</p>
      </AuthLayout>
    );
  return (
    <AuthLayout
      title="Join the waiting list"
      description="Tell us who you are, and we write to you when there is a place."
      footer={footer}
    >
      <WaitlistForm onJoined={setJoined} />
    </AuthLayout>
  );
};
