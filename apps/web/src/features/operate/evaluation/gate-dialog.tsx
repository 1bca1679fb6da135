import type { CallOf } from '@atelier/contracts/kernel/contract';
import type { evaluation } from '@atelier/contracts/operate/evaluation/evaluation';
import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { useMay } from '../../../lib/account/session.ts';
import { describeError } from '../../../ui/feedback/describe-error.ts';
import { FormFailure } from '../../../ui/feedback/form-failure.tsx';
import { QueryView } from '../../../ui/feedback/query-view.tsx';
import { useRunTest, useTest } from './api.ts';
import classes from './evaluation.module.css';
import { isOpen } from './model/test-words.ts';
import { TestResults } from './test-results.tsx';

interface GateDialogProps {
  /** The test of what was refused: changed settings of an app, or the draft of an agent. */
  order: CallOf<(typeof evaluation.endpoints)['run']>['body'];
  /** What is done with it, such as `Save`. */
  verb: 'Save' | 'Publish';
  /** Does it: because the test was passed, or because an owner wants it. */
  onSave: (isOverride: boolean) => Promise<unknown>;
  onClose: () => void;
}

interface SavingProps extends Pick<GateDialogProps, 'verb' | 'onSave' | 'onClose'> {
  /** Undefined while nothing is known about the settings. */
  worse: number | undefined;
  isBusy: boolean;
}

const Saving = ({ verb, onSave, onClose, worse, isBusy }: SavingProps) => {
  const isOwner = useMay()('tenant:own');
  const [isSaving, setSaving] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const save = (isOverride: boolean) => {
    setSaving(true);
    setFailure(undefined);
    onSave(isOverride)
      .then(onClose, setFailure)
      .finally(() => setSaving(false));
  };
  const hasPassed = worse === 0;
  return (
    <>
      {worse !== undefined && worse > 0 && !isOwner ? (
        <p className={classes.quiet}>
          Change the settings, or ask an owner to {verb.toLowerCase()} them anyway.
        </p>
      ) : null}
      <FormFailure failure={failure === undefined ? undefined : describeError(failure)} />
      <div className={classes.actions}>
        <Button variant="default" onClick={onClose}>
          Back to the settings
        </Button>
        {hasPassed ? (
          <Button loading={isSaving} onClick={() => save(false)}>
            {verb}
          </Button>
        ) : null}
        {!hasPassed && isOwner && !isBusy ? (
          <Button color="red" variant="light" loading={isSaving} onClick={() => save(true)}>
            {verb} anyway
          </Button>
        ) : null}
      </div>
    </>
  );
};

const Tested = ({
  testId,
  ...saving
}: { testId: string } & Pick<SavingProps, 'verb' | 'onSave' | 'onClose'>) => {
  const query = useTest(testId);
  return (
    <QueryView query={query} errorTitle="The run could not be read">
      {(test) => (
        <div className={classes.stack}>
          <TestResults test={test} />
          <Saving
            {...saving}
            worse={test.status === 'COMPLETED' ? test.worse : undefined}
            isBusy={isOpen(test)}
          />
        </div>
      )}
    </QueryView>
  );
};

/** Runs the test questions with what the quality gate has refused, and saves or publishes it when it passes. */
export const GateDialog = ({ order, onClose, ...saving }: GateDialogProps) => {
  const [testId, setTestId] = useState<string>();
  const run = useRunTest(({ performanceTestId }) => setTestId(performanceTestId));
  return (
    <Modal opened onClose={onClose} title="Do these settings answer as well?" size="xl">
      {testId === undefined ? (
        <div className={classes.stack}>
          <p className={classes.quiet}>
            The quality gate is on. The test questions and the latest real questions are answered with the
            settings in use and with the changed ones. Then you see what gets better and worse, and{' '}
            {saving.verb.toLowerCase()}.
          </p>
          <FormFailure failure={run.error ? describeError(run.error) : undefined} />
          <div className={classes.actions}>
            <Button loading={run.isPending} onClick={() => run.mutate({ body: order })}>
              Run the test questions
            </Button>
          </div>
          <Saving {...saving} worse={undefined} isBusy={run.isPending} onClose={onClose} />
        </div>
      ) : (
        <Tested testId={testId} {...saving} onClose={onClose} />
      )}
    </Modal>
  );
};
