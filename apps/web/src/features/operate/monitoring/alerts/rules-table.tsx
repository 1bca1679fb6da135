import type { AlertRule } from '@atelier/contracts/operate/monitoring/alert-shapes';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { DataTable } from '../../../../ui/data-table/data-table.tsx';
import type { Column } from '../../../../ui/data-table/data-table-types.ts';
import { TwoLines } from '../../../../ui/data-table/two-lines.tsx';
import { useSortedPages } from '../../../../ui/data-table/use-sorted-pages.ts';
import { ConfirmDialog } from '../../../../ui/feedback/confirm-dialog.tsx';
import { StatusBadge } from '../../../../ui/feedback/status-badge.tsx';
import { useAddUsual, useRemoveRule, useSwitchRule, useTestRule } from './api.ts';
import { metricWords, sayChannels, sayCondition } from './model/alert-words.ts';
import { RuleDialog, toRuleInput } from './rule-dialog.tsx';

const Now = ({ rule }: { rule: AlertRule }) => {
  if (!rule.enabled) return <StatusBadge tone="neutral">Off</StatusBadge>;
  if (rule.value === null) return <StatusBadge tone="neutral">Too little to tell</StatusBadge>;
  const said = metricWords[rule.metric].say(rule.value);
  return <StatusBadge tone={rule.isOpen ? 'danger' : 'success'}>{said}</StatusBadge>;
};

const columns: Column<AlertRule>[] = [
  {
    id: 'name',
    header: 'Alert',
    width: '18rem',
    sortValue: ({ name }) => name.toLowerCase(),
    cell: (rule) => <TwoLines under={rule.subjectName ?? 'The whole company'}>{rule.name}</TwoLines>,
  },
  { id: 'condition', header: 'Begins at', width: '16rem', cell: sayCondition },
  {
    id: 'now',
    header: 'Now',
    width: '13rem',
    sortValue: ({ isOpen, enabled }) => (isOpen ? 2 : Number(enabled)),
    cell: (rule) => <Now rule={rule} />,
  },
  { id: 'channels', header: 'Tells', wideOnly: true, cell: sayChannels },
];

/** The alert rules with what each measures now. */
export const RulesTable = ({ rules }: { rules: readonly AlertRule[] }) => {
  const [edited, setEdited] = useState<AlertRule | 'NEW'>();
  const [removed, setRemoved] = useState<AlertRule>();
  const remove = useRemoveRule();
  const change = useSwitchRule();
  const test = useTestRule();
  const usual = useAddUsual();
  const pages = useSortedPages(rules, columns, 'now');
  const switchTo = (rule: AlertRule, enabled: boolean) =>
    change.mutate({
      params: { id: rule.ruleId },
      body: { ...toRuleInput(rule), enabled, revision: rule.revision },
    });
  return (
    <>
      <DataTable
        label="Alert rules"
        columns={columns}
        {...pages}
        rowId={({ ruleId }) => ruleId}
        rowLabel={({ name }) => name}
        onOpen={setEdited}
        rowActions={(rule) => [
          { label: 'Change', onRun: () => setEdited(rule) },
          { label: 'Send a test', onRun: () => test.mutate({ params: { id: rule.ruleId } }) },
          rule.enabled
            ? { label: 'Switch off', onRun: () => switchTo(rule, false) }
            : { label: 'Switch on', onRun: () => switchTo(rule, true) },
          { label: 'Delete', danger: true, onRun: () => setRemoved(rule) },
        ]}
        toolbar={
          <>
            <Button onClick={() => setEdited('NEW')}>New alert</Button>
            <Button variant="default" loading={usual.isPending} onClick={() => usual.mutate({})}>
              Add the usual alerts
            </Button>
          </>
        }
        empty="No alert fits."
      />
      {edited === undefined ? null : (
        <RuleDialog rule={edited === 'NEW' ? undefined : edited} onClose={() => setEdited(undefined)} />
      )}
      <ConfirmDialog
        opened={removed !== undefined}
        onClose={() => setRemoved(undefined)}
        title={`Delete “${removed?.name ?? ''}”?`}
        confirmLabel="Delete"
        onConfirm={() => removed && remove.mutateAsync({ params: { id: removed.ruleId } })}
      >
        Nobody is told about it any more. What it noticed so far stays in the history.
      </ConfirmDialog>
    </>
  );
};
