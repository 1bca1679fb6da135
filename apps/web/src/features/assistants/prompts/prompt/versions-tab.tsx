import type { PromptVersion } from '@atelier/contracts/assistants/prompts/prompt-shapes';
import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { Ago } from '../../../../lib/ago.tsx';
import type { Column } from '../../../../ui/data-table/data-table-types.ts';
import { ListTable } from '../../../../ui/data-table/list-table.tsx';
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx';
import { toastSuccess } from '../../../../ui/feedback/toasts.tsx';
import { SearchIllustration } from '../../../../ui/theme/illustrations.tsx';
import { usePromptVersions, useRestoreVersion } from '../api.ts';
import classes from '../prompts.module.css';
import type { PromptEditing } from './prompt-page.tsx';

const versionLabel = ({ number }: PromptVersion): string => `Version ${number}`;

const columns: Column<PromptVersion>[] = [
  { id: 'number', header: 'Version', cell: versionLabel },
  { id: 'by', header: 'Published by', cell: ({ publishedBy }) => publishedBy ?? 'Somebody who left' },
  { id: 'at', header: 'Published', width: '9rem', cell: ({ publishedOn }) => <Ago at={publishedOn} /> },
];

interface VersionDialogProps {
  version: PromptVersion;
  editing: PromptEditing;
  onClose: () => void;
}

const VersionDialog = ({ version, editing: { saved, form, remember }, onClose }: VersionDialogProps) => {
  const restore = useRestoreVersion();
  const run = async () => {
    try {
      const params = { promptId: saved.promptId };
      remember(await restore.mutateAsync({ params, body: { number: version.number } }));
      toastSuccess(`The text of version ${version.number} is the draft again.`);
    } catch (error) {
      form.refuse(error);
    }
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title={versionLabel(version)} size="lg">
      <div className="stack-4 one-column">
        <pre className={classes.text}>{version.prompt}</pre>
        {saved.abilities['canWrite'] === true ? (
          <>
            <p className="note">
              Restoring replaces the draft{form.isDirty ? ', with what you have not saved,' : ''} by this
              text. What is published stays until you publish again.
            </p>
            <div className="wrap-2">
              <Button loading={restore.isPending} onClick={() => void run()}>
                Restore this text
              </Button>
            </div>
          </>
        ) : null}
      </div>
    </Modal>
  );
};

/** The published versions, newest first. */
export const VersionsTab = ({ editing }: { editing: PromptEditing }) => {
  const query = usePromptVersions(editing.saved.promptId);
  const [opened, setOpened] = useState<PromptVersion>();
  return (
    <>
      <ListTable
        label="Versions"
        list={{ query, rows: query.data?.versions ?? [] }}
        errorTitle="The versions could not be loaded"
        nothing={
          query.data?.versions.length === 0 && (
            <EmptyState compact illustration={<SearchIllustration />} title="No version yet">
              Publish the prompt. Others can then insert it, and each publication is kept here.
            </EmptyState>
          )
        }
        columns={columns}
        rowId={({ number }) => String(number)}
        rowLabel={versionLabel}
        onOpen={setOpened}
      />
      {opened ? (
        <VersionDialog version={opened} editing={editing} onClose={() => setOpened(undefined)} />
      ) : null}
    </>
  );
};
