import type { IndexVersion } from '@atelier/contracts/content/versions/index-versions';
import { Button } from '@mantine/core';
import { useState } from 'react';
import {
  formatAgo,
  formatCount,
  formatDate,
  formatExactCredits,
  formatFileSize,
} from '../../../lib/format.ts';
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx';
import { describeError } from '../../../ui/feedback/describe-error.ts';
import { FormFailure } from '../../../ui/feedback/form-failure.tsx';
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx';
import { StatusBadge } from '../../../ui/feedback/status-badge.tsx';
import { TextLink } from '../../../ui/layout/text-link.tsx';
import {
  useCancelVersion,
  useCompareVersion,
  useRemoveVersion,
  useResumeVersion,
  useSwitchVersion,
} from './api.ts';
import { ComparisonTable } from './comparison-table.tsx';
import { isUnderWork, settingsInWords, toVersionBadge } from './model/version-words.ts';

interface VersionProps {
  knowledgeBaseId: string;
  version: IndexVersion;
  /** The number of chunks written by hand in the active version. */
  handwritten: number;
}

const listVersionFacts = ({
  documents,
  chunks,
  bytes,
  createdAt,
  pending,
  spentCredits,
  deletedAt,
}: IndexVersion) =>
  [
    formatCount(documents, 'document'),
    formatCount(chunks, 'chunk'),
    formatFileSize(bytes),
    `made ${formatAgo(createdAt)}`,
    pending > 0 ? `${formatCount(pending, 'document')} behind` : '',
    spentCredits > 0 ? `${formatExactCredits(spentCredits)} credits spent` : '',
    deletedAt === null ? '' : `kept until ${formatDate(deletedAt)}`,
  ]
    .filter((fact) => fact !== '')
    .join(' · ');

const SwitchDialog = ({
  knowledgeBaseId: id,
  version,
  handwritten,
  ...dialog
}: VersionProps & DialogProps) => {
  const activate = useSwitchVersion();
  const { indexVersionId: versionId, status, pending } = version;
  return (
    <ConfirmDialog
      title={status === 'RETIRED' ? 'Roll back to this version?' : 'Switch to this version?'}
      confirmLabel={status === 'RETIRED' ? 'Roll back' : 'Switch'}
      danger={false}
      onConfirm={() => activate.mutateAsync({ params: { id, versionId } })}
      {...dialog}
    >
      {pending > 0
        ? `${formatCount(pending, 'document')} changed meanwhile and will be taken over first; until then the present version answers. `
        : 'It answers searches from this moment on. '}
      The version that answers now is kept for 7 days, so that you can roll back.
      {handwritten > 0 ? ` ${formatCount(handwritten, 'chunk')} written by hand will be kept.` : ''}
    </ConfirmDialog>
  );
};

interface DialogProps {
  opened: boolean;
  onClose: () => void;
}

const RemoveDialog = ({ knowledgeBaseId: id, version, opened, onClose }: VersionProps & DialogProps) => {
  const remove = useRemoveVersion();
  return (
    <ConfirmDialog
      title="Delete this version?"
      confirmLabel="Delete"
      opened={opened}
      onClose={onClose}
      onConfirm={() => remove.mutateAsync({ params: { id, versionId: version.indexVersionId } })}
    >
      {`Its ${formatCount(version.chunks, 'chunk')} and their vectors go with it, also from its vector store. Documents and the version that answers stay.`}
    </ConfirmDialog>
  );
};

const Work = ({ version }: { version: IndexVersion }) => {
  const { run } = version;
  if (isUnderWork(version))
    return (
      <>
        <ProgressBar value={run?.progress ?? 0} label={run?.stage ?? 'Waiting to begin'} withText />
        <TextLink to={`/runs/of/${version.indexVersionId}`}>Show the run</TextLink>
      </>
    );
  return run?.status === 'FAILED' && run.error ? (
    <p className="failure">
      {run.error.message} <TextLink to={`/runs/of/${version.indexVersionId}`}>Show the run</TextLink>
    </p>
  ) : null;
};

const limitReached = 'index_versions.limit_reached';

/** Returns the limit for resuming a run. A limit that has been reached would stop it at once. */
const limitAfter = ({ run }: IndexVersion) =>
  run?.error?.code === limitReached ? { creditLimit: null } : {};

/** Returns false for a version that is complete and up to date. */
const hasMoreToDo = ({ status, pending, run }: IndexVersion): boolean =>
  status === 'BUILDING' && (pending > 0 || run?.status !== 'COMPLETED');

type Ask = (what: 'switch' | 'remove') => void;

const useActions = (id: string, version: IndexVersion, ask: Ask) => {
  const compare = useCompareVersion();
  const cancel = useCancelVersion();
  const resume = useResumeVersion();
  const { abilities, status, run } = version;
  const params = { id, versionId: version.indexVersionId };
  const actions = [
    {
      label: status === 'RETIRED' ? 'Roll back' : 'Switch',
      isShown: abilities['canSwitch'],
      look: {},
      onRun: () => ask('switch'),
    },
    {
      label: 'Compare',
      isShown: abilities['canCompare'],
      look: { variant: 'default', loading: compare.isPending },
      onRun: () => compare.mutate(params),
    },
    {
      label: 'Cancel',
      isShown: abilities['canCancel'],
      look: { variant: 'default' },
      onRun: () => cancel.mutate({ params }),
    },
    {
      label: run?.error?.code === limitReached ? 'Resume without a limit' : 'Resume',
      isShown: abilities['canResume'] && hasMoreToDo(version),
      look: { variant: 'default', loading: resume.isPending },
      onRun: () => resume.mutate({ params, body: limitAfter(version) }),
    },
    {
      label: 'Delete',
      isShown: abilities['canRemove'],
      look: { variant: 'subtle', color: 'danger' },
      onRun: () => ask('remove'),
    },
  ];
  return {
    actions: actions.filter(({ isShown }) => isShown),
    // The active version cannot be compared with itself.
    failure: (abilities['canCompare'] ? compare.error : null) ?? resume.error,
    comparison: abilities['canCompare'] ? compare.data : undefined,
  };
};

/** One index version with the actions on it. */
export const VersionCard = (props: VersionProps) => {
  const { knowledgeBaseId, version } = props;
  const [openDialog, setOpenDialog] = useState<'switch' | 'remove'>();
  const { actions, failure, comparison } = useActions(knowledgeBaseId, version, setOpenDialog);
  const state = toVersionBadge(version);
  const close = () => setOpenDialog(undefined);
  return (
    <li className="stack-3 box pad-4" aria-label={settingsInWords(version)}>
      <div className="row-2">
        <p className="flat break-anywhere bold">{settingsInWords(version)}</p>
        <StatusBadge tone={state.tone}>{state.label}</StatusBadge>
      </div>
      <p className="note">{listVersionFacts(version)}</p>
      <Work version={version} />
      {actions.length > 0 ? (
        <div className="row-2">
          {actions.map(({ label, look, onRun }) => (
            <Button key={label} size="xs" {...look} onClick={onRun}>
              {label}
            </Button>
          ))}
        </div>
      ) : null}
      <FormFailure failure={failure ? describeError(failure) : undefined} />
      {comparison ? <ComparisonTable comparison={comparison} /> : null}
      <SwitchDialog {...props} opened={openDialog === 'switch'} onClose={close} />
      <RemoveDialog {...props} opened={openDialog === 'remove'} onClose={close} />
    </li>
  );
};
