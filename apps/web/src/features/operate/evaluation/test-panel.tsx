import { useCancelTest, useTest } from './api.ts';
import { RunPanel } from './run-panel.tsx';
import { TestResults } from './test-results.tsx';

/** A run of the test questions. */
export const TestPanel = ({ testId, onClose }: { testId: string; onClose: () => void }) => {
  const query = useTest(testId);
  const { mutate, isPending } = useCancelTest();
  const onRun = () => mutate({ params: { performanceTestId: testId }, body: {} });
  return (
    <RunPanel
      title="Run of the test questions"
      query={query}
      errorTitle="The run could not be opened"
      cancel={{ label: 'Cancel the run', isPending, onRun }}
      onClose={onClose}
    >
      {(test) => <TestResults test={test} />}
    </RunPanel>
  );
};
