import { LimitKind, LimitPeriod, type UsageLimit, UsageLimitInput } from '@atelier/contracts/money/usage';
import { NumberInput, Select } from '@mantine/core';
import { useState } from 'react';
import { ChoiceCards } from '../../../../ui/forms/choice-cards.tsx';
import { FormDialog } from '../../../../ui/forms/form-dialog.tsx';
import { useZodForm, type ZodForm } from '../../../../ui/forms/use-zod-form.ts';
import { useLimitSubjects, useSetLimit } from '../api.ts';
import { describeLimit, kindWords } from '../model/limit-words.ts';

type LimitForm = ZodForm<typeof UsageLimitInput>;

const scopes = [
  { value: 'TENANT', label: 'The whole company' },
  { value: 'APP', label: 'One app' },
  { value: 'USER', label: 'One person' },
] as const;
const periods = LimitPeriod.options.map((value) => ({
  value,
  label: value === 'DAY' ? 'Each day' : 'Each month',
}));
const kinds = LimitKind.options.map((value) => ({ value, ...kindWords[value] }));

const SubjectField = ({ form, scope }: { form: LimitForm; scope: 'USER' | 'APP' }) => {
  const [search, setSearch] = useState('');
  const { data, isPending } = useLimitSubjects(scope, search);
  const subject = form.bind('subjectId');
  const what = scope === 'USER' ? 'person' : 'app';
  return (
    <Select
      label={scope === 'USER' ? 'Person' : 'App'}
      withAsterisk
      searchable
      placeholder={`Choose a${scope === 'APP' ? 'n' : ''} ${what}`}
      nothingFoundMessage={isPending ? 'Looking…' : `No such ${what}`}
      data={(data?.subjects ?? []).map(({ subjectId, name }) => ({ value: subjectId, label: name }))}
      filter={({ options }) => options}
      onSearchChange={setSearch}
      value={subject.value ?? null}
      onChange={(value) => subject.onChange(value)}
      error={subject.error}
    />
  );
};

const CreditsField = ({ form }: { form: LimitForm }) => {
  const credits = form.bind('credits');
  return (
    <NumberInput
      label="Credits"
      withAsterisk
      min={0}
      decimalScale={5}
      thousandSeparator=","
      value={Number.isNaN(credits.value) ? '' : credits.value}
      onChange={(value) => credits.onChange(value === '' ? Number.NaN : Number(value))}
      error={credits.error}
    />
  );
};

const NameFields = ({ form }: { form: LimitForm }) => {
  const scope = form.bind('scope');
  return (
    <>
      <ChoiceCards
        label="Limit for"
        compact
        choices={scopes}
        value={scope.value}
        onChange={(value) => {
          form.form.setValue('subjectId', null);
          form.form.setValue('scope', value, { shouldDirty: true });
        }}
      />
      {scope.value === 'TENANT' ? null : <SubjectField key={scope.value} form={form} scope={scope.value} />}
      <ChoiceCards label="Counted" compact choices={periods} {...form.bind('period')} />
      <ChoiceCards label="When it is reached" choices={kinds} {...form.bind('kind')} />
    </>
  );
};

const newLimit = { scope: 'TENANT', subjectId: null, period: 'MONTH', kind: 'HARD', credits: 1000 } as const;

interface LimitDialogProps {
  /** The limit to change; undefined to add one. */
  limit?: UsageLimit | undefined;
  onClose: () => void;
}

/** Adds a usage limit, or changes the credits of one. */
export const LimitDialog = ({ limit, onClose }: LimitDialogProps) => {
  const set = useSetLimit();
  const form = useZodForm(UsageLimitInput, {
    defaultValues: limit ?? newLimit,
    fieldOfCode: { 'billing.subject_not_found': 'subjectId' },
    onSubmit: async (values) => {
      await set.mutateAsync({ body: values });
      onClose();
    },
  });
  return (
    <FormDialog
      opened
      title={limit ? 'Change the limit' : 'Add a usage limit'}
      description={limit ? describeLimit(limit) : undefined}
      onClose={onClose}
      form={form}
      submitLabel={limit ? 'Save' : 'Add limit'}
    >
      {limit ? null : <NameFields form={form} />}
      <CreditsField form={form} />
    </FormDialog>
  );
};
