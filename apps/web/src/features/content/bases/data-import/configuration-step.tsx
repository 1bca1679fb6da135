import { Button, Stack } from '@mantine/core';
import { IconPencilPlus } from '@tabler/icons-react';
import { formatCount } from '../../../../lib/format.ts';
import { ChosenFiles } from '../../documents/index.ts';
import { DocumentDrop } from '../../files/index.ts';
import { OwnFields, SourceFields } from '../../sources/index.ts';
import type { ImportDraft } from './use-import-draft.ts';

/** Files and folders, and a text that is not in a file (CONNECTOR-37 to CONNECTOR-39). */
const Documents = ({ draft, error }: ConfigurationStepProps) => {
  const { files, setFiles, lostFiles, hasText, setHasText, source } = draft;
  return (
    <Stack gap="lg">
      <DocumentDrop
        title="Drop your documents here"
        onFiles={(added) => setFiles((chosen) => [...chosen, ...added])}
      />
      {lostFiles > 0 ? (
        <p className="flat small warning-box pad-3-4" role="status">
          {`Please choose your ${lostFiles === 1 ? 'file' : formatCount(lostFiles, 'file')} again. The page was reloaded; everything else is as you left it.`}
        </p>
      ) : null}
      <ChosenFiles files={files} onChange={setFiles} />
      {hasText && source ? (
        <section aria-label="Text">
          <SourceFields entry={source.entry} form={source.form}>
            <div>
              <Button size="xs" variant="subtle" onClick={() => setHasText(false)}>
                Leave out the text
              </Button>
            </div>
          </SourceFields>
        </section>
      ) : (
        <div>
          <Button
            variant="default"
            leftSection={<IconPencilPlus size={16} />}
            onClick={() => setHasText(true)}
          >
            Add text
          </Button>
        </div>
      )}
      {error === undefined ? null : (
        <p className="failure" role="alert">
          {error}
        </p>
      )}
    </Stack>
  );
};

interface ConfigurationStepProps {
  draft: ImportDraft;
  error: string | undefined;
}

/** The second step of the import (TOUR-03): files, or the settings of the source with help next to them. */
export const ConfigurationStep = ({ draft, error }: ConfigurationStepProps) => {
  if (draft.kind === 'documents') return <Documents draft={draft} error={error} />;
  if (!draft.source) return null;
  const { entry, form } = draft.source;
  return (
    <SourceFields key={entry.id} entry={entry} form={form}>
      <OwnFields entry={entry} form={form} />
    </SourceFields>
  );
};
