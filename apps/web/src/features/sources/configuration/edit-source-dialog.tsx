import type { ConnectorEntry, Source } from '@atelier/contracts/source-shapes';
import { Button, Group, Modal, Stack } from '@mantine/core';
import { describeError } from '../../../ui/describe-error.ts';
import { FormFailure } from '../../../ui/form-failure.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { entryOf, useConnectors, useUpdateSource } from '../api.ts';
import { draftOf, sourceBodyOf } from '../model/source-draft.ts';
import { OwnFields } from './own-fields.tsx';
import { SourceFields } from './source-fields.tsx';
import { useSourceForms } from './use-source-forms.ts';

interface EditFormProps {
  source: Source;
  entry: ConnectorEntry;
  onClose: () => void;
}

const EditForm = ({ source, entry, onClose }: EditFormProps) => {
  const update = useUpdateSource();
  const form = useSourceForms(() => draftOf(source)).formOf(entry);
  const save = async () => {
    if (!form.judge()) return;
    const body = sourceBodyOf(entry, form.draft);
    await update.mutateAsync({ params: { sourceId: source.sourceId }, body });
    onClose();
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save().catch(() => undefined);
      }}
    >
      <Stack gap="md">
        <SourceFields entry={entry} form={form}>
          <OwnFields entry={entry} form={form} />
        </SourceFields>
        <FormFailure failure={update.isError ? describeError(update.error) : undefined} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} disabled={update.isPending}>
            Cancel
          </Button>
          <Button type="submit" loading={update.isPending}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
};

interface EditSourceDialogProps {
  source: Source;
  opened: boolean;
  onClose: () => void;
}

/** Changes what a source reads and when. */
export const EditSourceDialog = ({ source, opened, onClose }: EditSourceDialogProps) => {
  const catalogue = useConnectors();
  const entry = entryOf(catalogue.data?.connectors ?? [], source.type);
  return (
    <Modal opened={opened} onClose={onClose} title={`Edit “${source.name}”`} size="xl">
      <QueryView query={catalogue} errorTitle="The kinds of sources could not be loaded">
        {() =>
          entry ? (
            <EditForm source={source} entry={entry} onClose={onClose} />
          ) : (
            'This kind of source is not available any more. Its documents stay; delete the source if you do not need it.'
          )
        }
      </QueryView>
    </Modal>
  );
};
