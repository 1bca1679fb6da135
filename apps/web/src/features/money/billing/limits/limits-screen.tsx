import type { UsageLimit } from '@atelier/contracts/money/usage';
import { Button } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useMay } from '../../../../lib/account/session.ts';
import { formatExactCredits, formatMoment } from '../../../../lib/format.ts';
import { DataTable } from '../../../../ui/data-table/data-table.tsx';
import type { Column } from '../../../../ui/data-table/data-table-types.ts';
import { ConfirmDialog } from '../../../../ui/feedback/confirm-dialog.tsx';
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx';
import { ProgressBar } from '../../../../ui/feedback/progress-bar.tsx';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { StatusBadge } from '../../../../ui/feedback/status-badge.tsx';
import { ModelsIllustration } from '../../../../ui/theme/illustrations.tsx';
import { BillingPage } from '../../payments/index.ts';
import { useRemoveLimit, useUsageLimits } from '../api.ts';
import classes from '../billing.module.css';
import { describeLimit, describeSubject, formatAmount, kindWords } from '../model/limit-words.ts';
import { LimitDialog } from './limit-dialog.tsx';

const State = ({ limit }: { limit: UsageLimit }) => {
  if (!limit.isReached) return <StatusBadge tone="success">Within</StatusBadge>;
  return limit.kind === 'HARD' ? (
    <StatusBadge tone="danger">Reached: work is refused</StatusBadge>
  ) : (
    <StatusBadge tone="warning">Reached: work goes on</StatusBadge>
  );
};

const Used = ({ limit }: { limit: UsageLimit }) => (
  <div className={`stack-1 ${classes.used}`}>
    <span className="beside-3 small between tabular">
      {formatExactCredits(limit.used)} of {formatExactCredits(limit.credits)}
    </span>
    <ProgressBar
      label={`Used of the limit for ${describeSubject(limit)}`}
      value={limit.credits === 0 ? 1 : limit.used / limit.credits}
      tone={limit.isReached ? 'danger' : 'accent'}
    />
    <span className="note">
      starts again <time dateTime={limit.resetsAt}>{formatMoment(limit.resetsAt)}</time>
    </span>
  </div>
);

const columns: Column<UsageLimit>[] = [
  { id: 'whom', header: 'For', cell: describeSubject },
  { id: 'amount', header: 'Limit', cell: formatAmount },
  { id: 'kind', header: 'When reached', cell: ({ kind }) => kindWords[kind].label, width: '8rem' },
  { id: 'used', header: 'Used', cell: (limit) => <Used limit={limit} />, width: '15rem' },
  { id: 'state', header: 'State', cell: (limit) => <State limit={limit} />, width: '13rem' },
];

const RemoveQuestion = ({ limit, onClose }: { limit: UsageLimit; onClose: () => void }) => {
  const remove = useRemoveLimit();
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title="Remove this limit?"
      confirmLabel="Remove"
      onConfirm={() => remove.mutateAsync({ params: { id: limit.limitId } })}
    >
      <p>{describeLimit(limit)}.</p>
      <p>
        {limit.kind === 'HARD'
          ? 'After that, only the balance and other limits stop paid work.'
          : 'Nobody is warned any more.'}{' '}
        What was used stays on record.
      </p>
    </ConfirmDialog>
  );
};

const NoLimits = ({ action }: { action: ReactNode }) => (
  <EmptyState illustration={<ModelsIllustration />} title="No usage limits yet" action={action}>
    Your credits are the only limit. Add one for the whole company, an app or a person: it can stop paid work,
    or only warn you.
  </EmptyState>
);

interface LimitsProps {
  addButton: ReactNode;
  mayChange: boolean;
}

const Limits = ({ addButton, mayChange }: LimitsProps) => {
  const [changing, setChanging] = useState<UsageLimit>();
  const [removing, setRemoving] = useState<UsageLimit>();
  const listLimitActions = (limit: UsageLimit) => [
    { label: 'Change', icon: <IconPencil size={16} />, onRun: () => setChanging(limit) },
    { label: 'Remove', icon: <IconTrash size={16} />, danger: true, onRun: () => setRemoving(limit) },
  ];
  return (
    <>
      <QueryView
        query={useUsageLimits()}
        skeleton="table"
        errorTitle="The limits could not be loaded"
        isEmpty={({ limits }) => limits.length === 0}
        empty={<NoLimits action={addButton} />}
      >
        {({ limits }) => (
          <DataTable
            label="Usage limits"
            columns={columns}
            rows={limits}
            rowId={({ limitId }) => limitId}
            rowLabel={describeLimit}
            {...(mayChange ? { rowActions: listLimitActions } : {})}
          />
        )}
      </QueryView>
      {changing ? <LimitDialog limit={changing} onClose={() => setChanging(undefined)} /> : null}
      {removing ? <RemoveQuestion limit={removing} onClose={() => setRemoving(undefined)} /> : null}
    </>
  );
};

/** The usage limits of the tenant, of apps and of users (ROUTE-43). */
export const LimitsScreen = () => {
  const mayChange = useMay()('billing:write');
  const [isAdding, setAdding] = useState(false);
  const addButton = mayChange ? (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setAdding(true)}>
      Add limit
    </Button>
  ) : undefined;
  return (
    <BillingPage
      title="Usage Limit"
      description="How many credits the company, an app or a person may use in a day or month (UTC)."
      actions={addButton}
    >
      <Limits addButton={addButton} mayChange={mayChange} />
      {isAdding ? <LimitDialog onClose={() => setAdding(false)} /> : null}
    </BillingPage>
  );
};
