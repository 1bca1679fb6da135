import { FlowStatus } from '@atelier/contracts/assistants/flows/flow-shapes';
import { Button, Modal, NativeSelect } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useMay } from '../../../../lib/account/session.ts';
import { byChange, hasNothing, useListFilter } from '../../../../lib/entities/entity-list.tsx';
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx';
import { Page } from '../../../../ui/layout/page.tsx';
import { AppsIllustration } from '../../../../ui/theme/illustrations.tsx';
import { NothingShared } from '../../../account/access/index.ts';
import { useFlows, useLiveFlowRuns } from '../api.ts';
import { FlowsTabs } from '../flows-tabs.tsx';
import { DescribeBox } from '../proposal/describe-box.tsx';
import { FlowTable } from './flow-table.tsx';
import { FlowsCount } from './flows-count.tsx';
import { useNewFlow } from './new-flow.tsx';
import { Templates } from './templates.tsx';

const statuses = [
  { value: '', label: 'Every status' },
  { value: 'ENABLED', label: 'On' },
  { value: 'DISABLED', label: 'Off or draft' },
];

type NewFlow = ReturnType<typeof useNewFlow>;

const NewButton = ({ making, onTemplates }: { making: NewFlow; onTemplates?: () => void }) => (
  <>
    {onTemplates ? (
      <Button variant="default" onClick={onTemplates}>
        From words or a template
      </Button>
    ) : null}
    <Button leftSection={<IconPlus size={16} />} loading={making.isBusy} onClick={() => making.make()}>
      New flow
    </Button>
  </>
);

const NoFlows = ({ making, mayWrite }: { making: NewFlow; mayWrite: boolean }) =>
  mayWrite ? (
    <div className="stack-6">
      <EmptyState
        compact
        illustration={<AppsIllustration />}
        title="Make your first flow"
        action={<NewButton making={making} />}
      >
        A flow does work by itself: something starts it, such as a call of its address or a time of day, and
        then it goes through its steps.
      </EmptyState>
      <DescribeBox onDescribe={making.describe} isBusy={making.isBusy} />
      <Templates onChoose={making.make} isBusy={making.isBusy} />
    </div>
  ) : (
    <NothingShared what="flows" />
  );

/** `/flows`: the flows of the tenant (ROUTE-11). */
export const FlowsScreen = () => {
  const filter = useListFilter({
    word: 'status',
    read: (word) => FlowStatus.safeParse(word).data,
    ...byChange,
  });
  const list = useFlows({ search: filter.search, status: filter.choice, ...filter.query });
  const mayWrite = useMay()('flows:write');
  const making = useNewFlow();
  const [isChoosing, setChoosing] = useState(false);
  useLiveFlowRuns('all');
  const mayBeEmpty = list.query.isPending || hasNothing(list, filter);
  return (
    <Page
      title="Flows"
      description="Work that goes on by itself, step by step, when something starts it."
      actions={
        mayWrite && !mayBeEmpty ? (
          <NewButton making={making} onTemplates={() => setChoosing(true)} />
        ) : undefined
      }
      navigation={<FlowsTabs />}
    >
      <FlowTable
        {...{ list, filter }}
        nothingYet={<NoFlows making={making} mayWrite={mayWrite} />}
        toolbar={
          <>
            <NativeSelect
              aria-label="Filter by status"
              data={statuses}
              value={filter.choice ?? ''}
              onChange={(event) => filter.setChoice(event.currentTarget.value)}
            />
            <FlowsCount />
          </>
        }
      />
      <Modal opened={isChoosing} onClose={() => setChoosing(false)} title="New flow" size="xl">
        <DescribeBox onDescribe={making.describe} isBusy={making.isBusy} />
        <Templates onChoose={making.make} isBusy={making.isBusy} />
      </Modal>
    </Page>
  );
};
