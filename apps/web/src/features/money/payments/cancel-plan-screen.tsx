import type { Subscription } from '@atelier/contracts/money/billing';
import type { CancelReason } from '@atelier/contracts/money/payments';
import { ActionIcon, Button, Checkbox, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type RouterHistory, useCanGoBack, useNavigate, useRouter } from '@tanstack/react-router';
import { type SyntheticEvent, useState } from 'react';
import { useSubscription } from '../../../lib/account/subscription.ts';
import { describeError, type ErrorDescription } from '../../../ui/feedback/describe-error.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { FormFailure } from '../../../ui/feedback/form-failure.tsx';
import { QueryView } from '../../../ui/feedback/query-view.tsx';
import { toastError, toastSuccess } from '../../../ui/feedback/toasts.tsx';
import { Page } from '../../../ui/layout/page.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { TextLink } from '../../../ui/layout/text-link.tsx';
import { DocumentsIllustration } from '../../../ui/theme/illustrations.tsx';
import { useCancelPlan } from './api.ts';
import classes from './payments.module.css';
import { WhatIsLost } from './what-is-lost.tsx';

/** The reasons for a cancellation, with their texts on the page (CANCEL-02, CANCEL-03). */
const cancelReasons: { id: CancelReason; label: string }[] = [
  { id: 'missing_features', label: 'Features that I need are missing' },
  { id: 'too_complex', label: 'It is too complex' },
  { id: 'too_expensive', label: 'It is too expensive' },
  { id: 'switched_service', label: 'I switched to another service' },
];

/** The word that must be typed exactly (CANCEL-04, CANCEL-07). */
const cancelWord = 'CANCEL';

const asHistory = (history: unknown) => history as RouterHistory;

/** Returns to the previous page (CANCEL-06), or to the overview when this page was opened by its address. */
const useClose = () => {
  const router = useRouter();
  const canGoBack = useCanGoBack();
  const navigate = useNavigate();
  return () => {
    if (canGoBack) asHistory(router.history).back();
    else void navigate({ to: '/pricing/overview' });
  };
};

interface ReasonsProps {
  chosen: CancelReason[];
  onChange: (chosen: CancelReason[]) => void;
}

const Reasons = ({ chosen, onChange }: ReasonsProps) => (
  <Checkbox.Group
    label="Why do you leave?"
    description="As many as you like, or none."
    value={chosen}
    onChange={(ids) => onChange(cancelReasons.flatMap(({ id }) => (ids.includes(id) ? [id] : [])))}
  >
    <Stack gap="xs" mt="xs">
      {cancelReasons.map(({ id, label }) => (
        <Checkbox key={id} value={id} label={label} />
      ))}
    </Stack>
  </Checkbox.Group>
);

/** Sends the form. Its toasts are those of CANCEL-12 and CANCEL-13. */
const useCancelForm = () => {
  const [chosen, setChosen] = useState<CancelReason[]>([]);
  const [comment, setComment] = useState('');
  const [typed, setTyped] = useState('');
  const [failure, setFailure] = useState<ErrorDescription>();
  const { cancel, isPending } = useCancelPlan();
  const navigate = useNavigate();
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    setFailure(undefined);
    const said = comment.trim();
    try {
      await cancel({ cancelAtCycleEnd: true, feedback: chosen, ...(said === '' ? {} : { comment: said }) });
      toastSuccess('Plan canceled successfully');
      await navigate({ to: '/pricing/overview' });
    } catch (error) {
      toastError('Failed to cancel the plan');
      setFailure(describeError(error));
    }
  };
  const mayCancel = typed === cancelWord && !isPending;
  return { chosen, setChosen, comment, setComment, typed, setTyped, failure, isPending, mayCancel, submit };
};

const CancelForm = ({ subscription }: { subscription: Subscription }) => {
  const form = useCancelForm();
  return (
    <form onSubmit={form.submit} className="stack-5">
      <WhatIsLost subscription={subscription} />
      <Panel>
        <Stack gap="lg">
          <Reasons chosen={form.chosen} onChange={form.setChosen} />
          <Textarea
            label="What should we know?"
            description="Optional"
            rows={3}
            maxLength={2000}
            value={form.comment}
            onChange={(event) => form.setComment(event.currentTarget.value)}
          />
          <TextInput
            label={`Type ${cancelWord} to confirm`}
            autoComplete="off"
            value={form.typed}
            onChange={(event) => form.setTyped(event.currentTarget.value)}
          />
          <FormFailure failure={form.failure} />
          <Group justify="flex-end">
            <Button type="submit" color="red" disabled={!form.mayCancel} loading={form.isPending}>
              Cancel Plan
            </Button>
          </Group>
        </Stack>
      </Panel>
    </form>
  );
};

const NothingToCancel = ({ children }: { children: string }) => (
  <EmptyState
    illustration={<DocumentsIllustration />}
    title="There is nothing to cancel"
    action={<TextLink to="/pricing/overview">Go to Billing</TextLink>}
  >
    {children}
  </EmptyState>
);

const Content = ({ subscription }: { subscription: Subscription }) => {
  if (subscription.planDetails.planType === 'Free')
    return <NothingToCancel>Your company is on the free plan, which costs nothing.</NothingToCancel>;
  if (subscription.status === 'TRIALING')
    return <NothingToCancel>Your free trial costs nothing and ends by itself.</NothingToCancel>;
  if (subscription.cancelAtCycleEnd)
    return <NothingToCancel>Your plan is cancelled already and ends with its period.</NothingToCancel>;
  return <CancelForm subscription={subscription} />;
};

/** The screen that cancels a plan (ROUTE-55). */
export const CancelPlanScreen = () => {
  const { query } = useSubscription();
  const close = useClose();
  return (
    <Page
      title="Cancel plan"
      width="narrow"
      aside={
        <ActionIcon
          className={classes.close ?? ''}
          variant="default"
          size="lg"
          aria-label="Close"
          onClick={close}
        >
          <IconX size={18} />
        </ActionIcon>
      }
    >
      <QueryView query={query}>{(data) => <Content subscription={data} />}</QueryView>
    </Page>
  );
};
