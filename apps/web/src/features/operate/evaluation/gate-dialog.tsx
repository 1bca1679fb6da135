import type { apps } from '@atelier/contracts/build/apps';
import type { RequestOf } from '@atelier/contracts/kernel/contract';
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

type Settings = NonNullable<
  Omit<RequestOf<(typeof apps.endpoints)['update']>['body'], 'appId' | 'active' | 'overrideGate'>
>;

interface GateDialogProps {
  appId: string;
  /** The settings that were refused. */
  settings: Settings;
  /** Saves them: because they passed, or because an owner wants it. */
  onSave: (isOverride: boolean) => Promise<unknown>;
  onClose: () => void;
}

interface SavingProps extends Pick<GateDialogProps, 'onSave' | 'onClose'> {
  /** Undefined while nothing is known about the settings. */
  worse: number | undefined;
  isBusy: boolean;
}

const Saving = ({ onSave, onClose, worse, isBusy }: SavingProps) => {
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
        <p className={classes.quiet}>Change the settings, or ask an owner to save them anyway.</p>
      ) : null}
      <FormFailure failure={failure === undefined ? undefined : describeError(failure)} />
      <div className={classes.actions}>
        <Button variant="default" onClick={onClose}>
          Back to the settings
        </Button>
        {hasPassed ? (
          <Button loading={isSaving} onClick={() => save(false)}>
            Save
          </Button>
        ) : null}
        {!hasPassed && isOwner && !isBusy ? (
          <Button color="red" variant="light" loading={isSaving} onClick={() => save(true)}>
            Save anyway
          </Button>
        ) : null}
      </div>
    </>
  );
};

const Tested = ({
  testId,
  onSave,
  onClose,
}: { testId: string } & Pick<SavingProps, 'onSave' | 'onClose'>) => {
  const query = useTest(testId);
  return (
    <QueryView query={query} errorTitle="The run could not be read">
      {(test) => (
        <div className={classes.stack}>
          <TestResults test={test} />
          <Saving
            worse={test.status === 'COMPLETED' ? test.worse : undefined}
            isBusy={isOpen(test)}
            onSave={onSave}
            onClose={onClose}
          />
        </div>
      )}
    </QueryView>
  );
};

/** Runs the test questions with settings that the quality gate has refused, and saves them when they pass. */
export const GateDialog = ({ appId, settings, onSave, onClose }: GateDialogProps) => {
  const [testId, setTestId] = useState<string>();
  const run = useRunTest(({ performanceTestId }) => setTestId(performanceTestId));
  return (
    <Modal opened onClose={onClose} title="Do these settings answer as well?" size="xl">
      {testId === undefined ? (
        <div className={classes.stack}>
          <p className={classes.quiet}>
            The quality gate of this app is on. The test questions and the latest questions of visitors are
            answered with the settings in use and with the changed ones. Then you see what gets better and
            worse, and save.
          </p>
          <FormFailure failure={run.error ? describeError(run.error) : undefined} />
          <div className={classes.actions}>
            <Button loading={run.isPending} onClick={() => run.mutate({ body: { appId, settings } })}>
              Run the test questions
            </Button>
          </div>
          <Saving worse={undefined} isBusy={run.isPending} onSave={onSave} onClose={onClose} />
        </div>
      ) : (
        <Tested testId={testId} onSave={onSave} onClose={onClose} />
      )}
    </Modal>
  );
};
