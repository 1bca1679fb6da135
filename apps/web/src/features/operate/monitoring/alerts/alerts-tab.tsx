import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { SearchIllustration } from '../../../../ui/theme/illustrations.tsx';
import { useAddUsual, useRules } from './api.ts';
import { HistoryTable } from './history-table.tsx';
import { RuleDialog } from './rule-dialog.tsx';
import { RulesTable } from './rules-table.tsx';

const NoRules = () => {
  const usual = useAddUsual();
  const [isWriting, setWriting] = useState(false);
  return (
    <>
      <EmptyState
        illustration={<SearchIllustration />}
        title="Nobody is told when something goes wrong"
        action={
          <Group gap="xs" justify="center">
            <Button loading={usual.isPending} onClick={() => usual.mutate({})}>
              Switch on the usual alerts
            </Button>
            <Button variant="default" onClick={() => setWriting(true)}>
              Write one yourself
            </Button>
          </Group>
        }
      >
        The usual alerts tell owners and admins by mail about many unanswered questions, dislikes, failures,
        failed imports, slow answers and unusual spend in the whole company. You can change each of them.
      </EmptyState>
      {isWriting ? <RuleDialog onClose={() => setWriting(false)} /> : null}
    </>
  );
};

/** The alert rules, and what they noticed. */
export const AlertsTab = () => (
  <div className="stack-4 min-0 content-start">
    <QueryView
      query={useRules()}
      skeleton="table"
      isEmpty={({ items }) => items.length === 0}
      empty={<NoRules />}
      errorTitle="The alerts could not be loaded"
    >
      {({ items }) => <RulesTable rules={items} />}
    </QueryView>
    <HistoryTable />
  </div>
);
