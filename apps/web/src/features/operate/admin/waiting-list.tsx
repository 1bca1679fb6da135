import { WaitlistStatus } from '@atelier/contracts/account/identity/waitlist';
import type { WaitlistEntry } from '@atelier/contracts/operate/admin';
import { IconMailForward, IconUserX } from '@tabler/icons-react';
import { useState } from 'react';
import { Ago } from '../../../lib/ago.tsx';
import { useUrlState } from '../../../ui/behaviour/use-url-state.ts';
import { ChoiceFilter } from '../../../ui/data-table/choice-filter.tsx';
import type { Column } from '../../../ui/data-table/data-table-types.ts';
import { ListTable } from '../../../ui/data-table/list-table.tsx';
import { TwoLines } from '../../../ui/data-table/two-lines.tsx';
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { StatusBadge, type StatusTone } from '../../../ui/feedback/status-badge.tsx';
import { DocumentsIllustration } from '../../../ui/theme/illustrations.tsx';
import { useAdmit, useDecline, useWaitlist } from './api.ts';

const statuses: Record<WaitlistEntry['status'], { label: string; tone: StatusTone }> = {
  WAITING: { label: 'Waiting', tone: 'warning' },
  ADMITTED: { label: 'Admitted', tone: 'info' },
  JOINED: { label: 'Signed up', tone: 'success' },
  DECLINED: { label: 'Declined', tone: 'neutral' },
};

const choices = [
  { value: '', label: 'Everybody' },
  ...WaitlistStatus.options.map((value) => ({ value, label: statuses[value].label })),
];

const columns: Column<WaitlistEntry>[] = [
  {
    id: 'name',
    header: 'Name',
    cell: ({ name, email }) => <TwoLines under={email}>{name}</TwoLines>,
  },
  {
    id: 'company',
    header: 'Company',
    width: '15rem',
    cell: ({ companyName, phone }) => <TwoLines under={phone}>{companyName}</TwoLines>,
  },
  {
    id: 'status',
    header: 'Status',
    width: '8rem',
    cell: ({ status }) => <StatusBadge tone={statuses[status].tone}>{statuses[status].label}</StatusBadge>,
  },
  {
    id: 'createdAt',
    header: 'Asked',
    width: '8.5rem',
    cell: ({ createdAt }) => <Ago at={createdAt} />,
  },
];

interface Question {
  user: WaitlistEntry;
  verb: 'admit' | 'decline';
}

const AnswerDialog = ({ question, onClose }: { question: Question; onClose: () => void }) => {
  const { user, verb } = question;
  const admit = useAdmit(user);
  const decline = useDecline(user);
  const params = { id: user.waitlistId };
  if (verb === 'decline')
    return (
      <ConfirmDialog
        opened
        onClose={onClose}
        title={`Decline ${user.name}?`}
        confirmLabel="Decline"
        onConfirm={() => decline.mutateAsync({ params })}
      >
        No mail is sent. A link that was sent to {user.email} before stops working. You can still admit them
        later.
      </ConfirmDialog>
    );
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={`Admit ${user.name}?`}
      confirmLabel="Admit"
      danger={false}
      onConfirm={() => admit.mutateAsync({ params })}
    >
      {user.email} gets a mail with a link to sign up, good for two weeks. A link that was sent before stops
      working.
    </ConfirmDialog>
  );
};

const Nobody = () => (
  <EmptyState illustration={<DocumentsIllustration />} title="Nobody is waiting">
    Requests from /signup-waitlist are listed here.
  </EmptyState>
);

/** The waiting list, whose entries can be admitted or declined. */
export const WaitingList = () => {
  const [search, setSearch] = useUrlState('person');
  const [word, setStatus] = useUrlState('status');
  const [question, setQuestion] = useState<Question>();
  const status = WaitlistStatus.safeParse(word).data;
  const list = useWaitlist({ search, status });
  const listEntryActions = (user: WaitlistEntry) => [
    ...(user.abilities['canAdmit']
      ? [
          {
            label: user.status === 'ADMITTED' ? 'Send the link again' : 'Admit',
            icon: <IconMailForward size={16} />,
            onRun: () => setQuestion({ user, verb: 'admit' }),
          },
        ]
      : []),
    ...(user.abilities['canDecline']
      ? [
          {
            label: 'Decline',
            icon: <IconUserX size={16} />,
            danger: true,
            onRun: () => setQuestion({ user, verb: 'decline' }),
          },
        ]
      : []),
  ];
  const isEmpty = list.first?.total === 0 && search === '' && status === undefined;
  return (
    <>
      <ListTable
        label="Waiting list"
        list={list}
        errorTitle="The waiting list could not be loaded"
        nothing={isEmpty && <Nobody />}
        columns={columns}
        rowId={(user) => user.waitlistId}
        rowLabel={(user) => user.name}
        rowActions={listEntryActions}
        search={{ value: search, onChange: setSearch, placeholder: 'Search the waiting list' }}
        toolbar={<ChoiceFilter label="Status" value={status ?? ''} onChange={setStatus} choices={choices} />}
      />
      {question ? <AnswerDialog question={question} onClose={() => setQuestion(undefined)} /> : null}
    </>
  );
};
