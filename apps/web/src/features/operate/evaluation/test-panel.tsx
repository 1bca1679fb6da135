import { Button } from '@mantine/core';
import { QueryView } from '../../../ui/feedback/query-view.tsx';
import { SidePanel } from '../../../ui/layout/side-panel.tsx';
import { useCancelTest, useTest } from './api.ts';
import { isOpen } from './model/test-words.ts';
import { TestResults } from './test-results.tsx';

/** A run of the test questions, which may still be going on. */
export const TestPanel = ({ testId, onClose }: { testId: string; onClose: () => void }) => {
  const query = useTest(testId);
  const cancel = useCancelTest();
  return (
    <SidePanel
      opened
      size="xl"
      onClose={onClose}
      title="Run of the test questions"
      footer={
        query.data && isOpen(query.data) ? (
          <Button
            variant="default"
            loading={cancel.isPending}
            onClick={() => cancel.mutate({ params: { performanceTestId: testId }, body: {} })}
          >
            Cancel the run
          </Button>
        ) : undefined
      }
    >
      <QueryView query={query} errorTitle="The run could not be opened">
        {(test) => <TestResults test={test} />}
      </QueryView>
    </SidePanel>
  );
};
