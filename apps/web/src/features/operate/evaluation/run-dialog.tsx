import type { AppVersion } from '@atelier/contracts/build/apps/versions';
import { Button, Modal, NativeSelect, Stack } from '@mantine/core';
import { useState } from 'react';
import { describeError } from '../../../ui/feedback/describe-error.ts';
import { FormFailure } from '../../../ui/feedback/form-failure.tsx';
import { QueryView } from '../../../ui/feedback/query-view.tsx';
import { useAppVersions, useRunTest } from './api.ts';
import classes from './evaluation.module.css';

interface RunDialogProps {
  appId: string;
  onStarted: (testId: string) => void;
  onClose: () => void;
}

const choicesOf = (versions: readonly AppVersion[]) =>
  versions.map(({ version, isCurrent }) => ({
    value: String(version),
    label: isCurrent ? `Version ${version}, in use` : `Version ${version}`,
  }));

const Choices = ({ appId, onStarted, onClose, versions }: RunDialogProps & { versions: AppVersion[] }) => {
  const inUse = versions.find(({ isCurrent }) => isCurrent)?.version;
  const [version, setVersion] = useState(String(inUse ?? ''));
  const [against, setAgainst] = useState('');
  const run = useRunTest(({ performanceTestId }) => onStarted(performanceTestId));
  const start = () =>
    run.mutate({
      body: { appId, version: Number(version), ...(against === '' ? {} : { against: Number(against) }) },
    });
  return (
    <Stack gap="md">
      <NativeSelect
        label="Answered by"
        data={choicesOf(versions)}
        value={version}
        onChange={(event) => setVersion(event.currentTarget.value)}
      />
      <NativeSelect
        label="Compared with"
        description="With another version, each question is answered twice and paid for twice."
        data={[{ value: '', label: 'The answers of the run before' }, ...choicesOf(versions)]}
        value={against}
        onChange={(event) => setAgainst(event.currentTarget.value)}
      />
      <FormFailure failure={run.error ? describeError(run.error) : undefined} />
      <div className={classes.actions}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button loading={run.isPending} onClick={start}>
          Run the test questions
        </Button>
      </div>
    </Stack>
  );
};

/** Chooses the version that answers, and what it is compared with. */
export const RunDialog = (props: RunDialogProps) => {
  const versions = useAppVersions(props.appId);
  return (
    <Modal opened onClose={props.onClose} title="Run the test questions" size="md">
      <QueryView query={versions} errorTitle="The versions could not be loaded">
        {({ items }) => <Choices {...props} versions={items} />}
      </QueryView>
    </Modal>
  );
};
