import { type ConnectorEntry, Source } from '@atelier/contracts/content/sources/source-shapes';
import { useState } from 'react';
import { LabelsFold } from '../../../../lib/label-fields.tsx';
import { describeError } from '../../../../ui/feedback/describe-error.ts';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { FormDialog } from '../../../../ui/forms/form-dialog.tsx';
import { offerChoice } from '../../../../ui/forms/revisions/meanwhile.tsx';
import { findConnectorEntry, useConnectors, useUpdateSource } from '../api.ts';
import { toDraft, toSourceBody } from '../model/source-draft.ts';
import { OwnFields } from './own-fields.tsx';
import { SourceFields } from './source-fields.tsx';
import { type SourceForm, useSourceForms } from './use-source-forms.ts';

const EditFields = ({ entry, form }: { entry: ConnectorEntry; form: SourceForm }) => {
  const { draft, onChange } = form;
  return (
    <SourceFields entry={entry} form={form}>
      <OwnFields entry={entry} form={form} />
      <LabelsFold
        hint="They apply to documents that are imported from now on; existing documents keep theirs."
        value={draft.labels}
        onChange={(labels) => onChange({ ...draft, labels })}
      />
    </SourceFields>
  );
};

interface EditSourceDialogProps {
  source: Source;
  onClose: () => void;
}

/** Changes the settings and the schedule of a source, and the labels of its documents. Mount the dialog only while it is open. */
export const EditSourceDialog = ({ source: given, onClose }: EditSourceDialogProps) => {
  const [source, setSource] = useState(given);
  const catalogue = useConnectors();
  const entry = findConnectorEntry(catalogue.data?.connectors ?? [], source.type);
  const update = useUpdateSource();
  const { formOf, isDirty, clear } = useSourceForms(() => toDraft(source));
  const form = entry && formOf(entry);
  const reset = () => {
    update.reset();
    clear();
  };
  const save = async (revision: number) => {
    if (!entry || !form?.judge()) return;
    const body = { ...toSourceBody(entry, form.draft), revision };
    await update.mutateAsync({ params: { sourceId: source.sourceId }, body });
    reset();
    onClose();
  };
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={`Edit “${source.name}”`}
      size="xl"
      submitLabel="Save"
      form={{
        isDirty,
        isSubmitting: update.isPending,
        failure: update.isError
          ? offerChoice(describeError(update.error), {
              load: ({ newest }) => {
                setSource(Source.parse(newest));
                reset();
              },
              keep: ({ revision }) => void save(revision).catch(() => undefined),
            })
          : undefined,
        reset,
        submit: (event) => {
          event.preventDefault();
          void save(source.revision).catch(() => undefined);
        },
      }}
    >
      <QueryView query={catalogue} errorTitle="The kinds of sources could not be loaded">
        {() =>
          form ? (
            <EditFields entry={entry} form={form} />
          ) : (
            'This kind of source is not available any more. Its documents stay; delete the source if you do not need it.'
          )
        }
      </QueryView>
    </FormDialog>
  );
};
