import { RunRetention } from '@atelier/contracts/assistants/runs/run-retention';
import { NumberInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { formatCount } from '../../../../lib/format.ts';
import { RetentionNote } from '../../../../lib/runs/retention-note.tsx';
import { FormDialog } from '../../../../ui/forms/form-dialog.tsx';
import { useZodForm } from '../../../../ui/forms/use-zod-form.ts';
import { useRetention, useRetentionRemoval, useSaveRetention } from '../api.ts';

const Removal = ({ days, isShorter }: { days: number; isShorter: boolean }) => {
  const [asked] = useDebouncedValue(days, 300);
  const count = useRetentionRemoval(asked, isShorter).data?.runs ?? 0;
  if (!isShorter) return null;
  return (
    <p className={count > 0 ? 'danger small regular' : 'muted small regular'} role="status">
      {count > 0
        ? `Saving deletes ${formatCount(count, 'run')} that ended more than ${formatCount(asked, 'day')} ago, with their steps and files, within an hour and for good.`
        : `No run ended more than ${formatCount(asked, 'day')} ago, so nothing is deleted now.`}
    </p>
  );
};

const RetentionDialog = ({ kept, onClose }: { kept: number; onClose: () => void }) => {
  const save = useSaveRetention();
  const form = useZodForm(RunRetention, {
    defaultValues: { days: kept },
    onSubmit: async (body) => {
      await save.mutateAsync({ body });
      onClose();
    },
  });
  const { value, onChange, error } = form.bind('days');
  const days = value ?? kept;
  return (
    <FormDialog
      opened
      title="How long ended runs are kept"
      description="Runs that ended longer ago are deleted with their steps and files. Flows with a time of their own keep it, and open runs are never deleted."
      onClose={onClose}
      form={form}
      submitLabel="Save"
    >
      <NumberInput
        label="Days"
        min={1}
        max={3650}
        clampBehavior="strict"
        allowDecimal={false}
        data-autofocus
        value={days}
        onChange={(next) => typeof next === 'number' && onChange(next)}
        error={error}
      />
      <Removal days={days} isShorter={days < kept} />
    </FormDialog>
  );
};

/** Says for how long the company keeps ended runs. */
export const RunRetentionNote = () => {
  const { data } = useRetention();
  if (!data) return null;
  const kept = data.days ?? data.defaultDays;
  return (
    <RetentionNote
      sentence={`Ended runs are kept for ${formatCount(kept, 'day')}.`}
      dialog={(onClose) => <RetentionDialog kept={kept} onClose={onClose} />}
    />
  );
};
