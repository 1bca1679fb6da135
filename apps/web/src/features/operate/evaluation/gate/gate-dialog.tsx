import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { describeError } from '../../../../ui/feedback/describe-error.ts';
import { FormFailure } from '../../../../ui/feedback/form-failure.tsx';
import { useRunTest } from '../api.ts';
import { toSubject } from '../model/subject.ts';
import { ChangeActions, type ChangeActionsProps } from './change-actions.tsx';
import { GateResults } from './gate-results.tsx';
import { type GatedChange, titleForTest } from './gated-change.ts';
import type { TestsToPass } from './held-back.ts';

interface GateDialogProps extends Pick<ChangeActionsProps, 'verb' | 'onSave' | 'onClose'> {
  /** The tests that are missing or were not passed, as the refusal names them. */
  tests: TestsToPass;
  change: GatedChange;
}

/** Orders the runs one after the other. After a failure, it goes on with those that are missing. */
const useRuns = (tests: TestsToPass, change: GatedChange) => {
  const [ids, setIds] = useState<string[]>([]);
  const { mutateAsync, error, isPending } = useRunTest();
  const start = async () => {
    const known = [...ids];
    try {
      for (const test of tests.slice(known.length)) {
        const { performanceTestId } = await mutateAsync({ body: { ...toSubject(test), ...change } });
        known.push(performanceTestId);
      }
    } finally {
      setIds(known);
    }
  };
  // The failure is shown.
  return { ids, error, isPending, start: () => void start().catch(() => undefined) };
};

const joinTestNames = (tests: TestsToPass): string => tests.map(({ name }) => `“${name}”`).join(', ');

const Explanation = ({ tests, change, verb }: Pick<GateDialogProps, 'tests' | 'change' | 'verb'>) => {
  const others = tests.filter((test) => titleForTest(test, change) !== undefined);
  return (
    <>
      <p className="note">
        The quality gate is on. The test questions and the latest real questions
        {others.length === 0 ? '' : ` of ${joinTestNames(others)}`} are answered{' '}
        {verb === 'Save'
          ? 'with the settings in use and with the changed ones'
          : 'by the published version and by the draft'}
        . Then you see what gets better and worse, and {verb.toLowerCase()}.
      </p>
      {change.draftOf?.startsWith('flw_') ? (
        <p role="alert">
          The steps of the flow work for real: what they send or change is really sent and changed.
        </p>
      ) : null}
    </>
  );
};

/** Runs the test questions with what the quality gate has refused, and saves or publishes it when it passes. */
export const GateDialog = ({ tests, change, onClose, ...saving }: GateDialogProps) => {
  const runs = useRuns(tests, change);
  const title =
    saving.verb === 'Save' ? 'Do these settings answer as well?' : 'Does this draft answer as well?';
  return (
    <Modal opened onClose={onClose} title={title} size="xl">
      {runs.ids.length < tests.length ? (
        <div className="stack-5 min-0">
          <Explanation tests={tests} change={change} verb={saving.verb} />
          <FormFailure failure={runs.error ? describeError(runs.error) : undefined} />
          <ChangeActions {...saving} worse={undefined} isBusy={runs.isPending} onClose={onClose}>
            <Button loading={runs.isPending} onClick={runs.start}>
              Run the test questions
            </Button>
          </ChangeActions>
        </div>
      ) : (
        <GateResults tests={tests} change={change} ids={runs.ids} {...saving} onClose={onClose} />
      )}
    </Modal>
  );
};
