import { FlowStatus } from '@atelier/contracts/assistants/flows/flow-shapes';
import { Button, Modal, NativeSelect } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../../../../lib/account/session.ts';
import { byChange, hasNothing, useListFilter } from '../../../../lib/entities/entity-list.tsx';
import { formatCount } from '../../../../lib/format.ts';
import { describeError } from '../../../../ui/feedback/describe-error.ts';
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx';
import { toastError } from '../../../../ui/feedback/toasts.tsx';
import { Page } from '../../../../ui/layout/page.tsx';
import { AppsIllustration } from '../../../../ui/theme/illustrations.tsx';
import { NothingShared } from '../../../account/access/index.ts';
import { readTemplate, useCreateFlow, useFlows, useFlowsCount, useLiveFlowRuns } from '../api.ts';
import { FlowsTabs } from '../flows-tabs.tsx';
import { handSentence } from '../model/handed-sentence.ts';
import { newFlowName } from '../model/new-flow.ts';
import { DescribeBox } from '../proposal/describe-box.tsx';
import { FlowTable } from './flow-table.tsx';
import { Templates } from './templates.tsx';

/** Makes a flow, empty, from a template or to be described, and opens it. */
const useNewFlow = () => {
  const create = useCreateFlow();
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  const make = async ({ templateId, sentence }: { templateId?: string; sentence?: string }) => {
    setBusy(true);
    try {
      const content =
        templateId === undefined ? { displayName: newFlowName } : (await readTemplate(templateId)).content;
      const { flowId } = await create.mutateAsync({ body: content });
      if (sentence !== undefined) handSentence(flowId, sentence);
      await navigate({ to: `/flows/${flowId}` });
    } catch (error) {
      toastError(describeError(error).message);
    } finally {
      setBusy(false);
    }
  };
  return {
    make: (templateId?: string) => void make(templateId === undefined ? {} : { templateId }),
    describe: (sentence: string) => void make({ sentence }),
    isBusy,
  };
};

/** The number of flows, or why they could not be counted. */
const FlowsCount = () => {
  const { data, error } = useFlowsCount();
  if (error)
    return (
      <p className="failure" role="alert">
        {error.message}
      </p>
    );
  return data === undefined ? null : <p className="note">{formatCount(data, 'flow')}</p>;
};

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
