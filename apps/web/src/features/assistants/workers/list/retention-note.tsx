import { RecordRetention } from '@atelier/contracts/assistants/workers/record-retention';
import { formatCount } from '../../../../lib/format.ts';
import { RetentionNote } from '../../../../lib/runs/retention-note.tsx';
import { FormDialog } from '../../../../ui/forms/form-dialog.tsx';
import { useZodForm } from '../../../../ui/forms/use-zod-form.ts';
import { useRecordRetention, useSaveRecordRetention } from '../api.ts';
import { KeepDaysField } from '../fields/keep-days-field.tsx';

const inWords = (days: number | null): string =>
  days === null ? 'for good' : `for ${formatCount(days, 'day')} after they have ended`;

const RetentionDialog = ({ kept, onClose }: { kept: RecordRetention; onClose: () => void }) => {
  const save = useSaveRecordRetention();
  const form = useZodForm(RecordRetention, {
    defaultValues: kept,
    onSubmit: async (body) => {
      await save.mutateAsync({ body });
      onClose();
    },
  });
  const { value, onChange } = form.bind('days');
  return (
    <FormDialog
      opened
      title="How long records are kept"
      description="It holds for all workers that have no time of their own. Records that are worked on are never deleted."
      onClose={onClose}
      form={form}
      submitLabel="Save"
    >
      <KeepDaysField
        label="Delete records some time after they have ended"
        description="Otherwise they are kept for good."
        value={value ?? null}
        saved={kept.days}
        onChange={onChange}
      />
    </FormDialog>
  );
};

/** Says for how long the company keeps records of workers. */
export const RecordRetentionNote = () => {
  const { data } = useRecordRetention();
  if (!data) return null;
  return (
    <RetentionNote
      sentence={`Records are kept ${inWords(data.days)}.`}
      dialog={(onClose) => <RetentionDialog kept={data} onClose={onClose} />}
    />
  );
};
