import { Button, Modal, NativeSelect, Stack } from '@mantine/core';
import { useState } from 'react';
import { describeError } from '../../../ui/feedback/describe-error.ts';
import { FormFailure } from '../../../ui/feedback/form-failure.tsx';
import { QueryView } from '../../../ui/feedback/query-view.tsx';
import { useAgentVersions, useAppVersions, useRunTest } from './api.ts';
import { isAgent, type Subject } from './model/subject.ts';

interface RunDialogProps {
  subject: Subject;
  onStarted: (testId: string) => void;
  onClose: () => void;
}

interface Version {
  version: number;
  isCurrent: boolean;
}

/** The draft of an agent, which is compared with the published version. */
const draft = 'draft';

const toVersionOptions = (versions: readonly Version[]) =>
  versions.map(({ version, isCurrent }) => ({
    value: String(version),
    label: isCurrent ? `Version ${version}, in use` : `Version ${version}`,
  }));

const Choices = ({
  subject,
  onStarted,
  onClose,
  versions,
  hasDraft,
}: RunDialogProps & { versions: Version[]; hasDraft: boolean }) => {
  const inUse = versions.find(({ isCurrent }) => isCurrent) ?? versions[0];
  const [version, setVersion] = useState(hasDraft ? draft : String(inUse?.version ?? ''));
  const [against, setAgainst] = useState('');
  const run = useRunTest(({ performanceTestId }) => onStarted(performanceTestId));
  const isDraft = version === draft;
  const start = () =>
    run.mutate({
      body:
        isDraft && isAgent(subject)
          ? { ...subject, draftOf: subject.agentId }
          : { ...subject, version: Number(version), ...(against === '' ? {} : { against: Number(against) }) },
    });
  return (
    <Stack gap="md">
      <NativeSelect
        label="Answered by"
        data={[...(hasDraft ? [{ value: draft, label: 'The draft' }] : []), ...toVersionOptions(versions)]}
        value={version}
        onChange={(event) => setVersion(event.currentTarget.value)}
      />
      {isDraft ? (
        <p className="note">
          The draft is compared with the version in use, also on recent tasks. Each is done twice and paid for
          twice.
        </p>
      ) : (
        <NativeSelect
          label="Compared with"
          description="With another version, each question is answered twice and paid for twice."
          data={[{ value: '', label: 'The answers of the run before' }, ...toVersionOptions(versions)]}
          value={against}
          onChange={(event) => setAgainst(event.currentTarget.value)}
        />
      )}
      <FormFailure failure={run.error ? describeError(run.error) : undefined} />
      <div className="wrap-2 justify-end">
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

const AppChoices = ({ appId, ...props }: RunDialogProps & { appId: string }) => {
  const versions = useAppVersions(appId);
  return (
    <QueryView query={versions} errorTitle="The versions could not be loaded">
      {({ items }) => <Choices {...props} versions={items} hasDraft={false} />}
    </QueryView>
  );
};

const AgentChoices = ({ agentId, ...props }: RunDialogProps & { agentId: string }) => {
  const versions = useAgentVersions(agentId);
  return (
    <QueryView query={versions} errorTitle="The versions could not be loaded">
      {({ items }) => (
        <Choices
          {...props}
          versions={items.map(({ number, isPublished }) => ({ version: number, isCurrent: isPublished }))}
          hasDraft={items.some(({ isPublished }) => isPublished) && items[0]?.state === 'DRAFT'}
        />
      )}
    </QueryView>
  );
};

/** Chooses the version that answers, and what it is compared with. */
export const RunDialog = (props: RunDialogProps) => {
  const { subject, onClose } = props;
  return (
    <Modal opened onClose={onClose} title="Run the test questions" size="md">
      {isAgent(subject) ? (
        <AgentChoices {...props} agentId={subject.agentId} />
      ) : (
        <AppChoices {...props} appId={subject.appId} />
      )}
    </Modal>
  );
};
