import { type models, Provider, type ProviderType } from '@atelier/contracts/content/models';
import type { ReplyOf } from '@atelier/contracts/kernel/contract';
import { TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import { Trial, type TrialResult } from '../../../ui/content/trial.tsx';
import { ChoiceCards } from '../../../ui/forms/choice-cards.tsx';
import { FormDialog } from '../../../ui/forms/form-dialog.tsx';
import { useZodForm } from '../../../ui/forms/use-zod-form.ts';
import { AllowAddress, HowToAllow } from './allow-address.tsx';
import { useCreateProvider, useTestProvider, useUpdateProvider } from './api.ts';
import {
  modelLists,
  providerBody,
  providerDefaults,
  providerSchema,
  sortModels,
} from './model/provider-form.ts';
import { ModelChoice } from './model-choice.tsx';
import { ProviderFields, type ProviderForm } from './provider-fields.tsx';

interface ProviderDialogProps {
  types: ProviderType[];
  /** The provider to change; undefined to add one. */
  provider?: Provider | undefined;
  onClose: () => void;
}

type TestResult = ReplyOf<(typeof models)['endpoints']['testProvider']>;

const foundWords = (count: number): string =>
  count === 0
    ? 'It does not list its models; type their names below.'
    : `${count.toLocaleString('en')} ${count === 1 ? 'model' : 'models'} found.`;

const describeResult = (result: TestResult, testAgain: () => void): TrialResult => {
  const setting = /\bOUTBOUND_ALLOW=\S+/.exec(result.message)?.[0];
  const howTo = setting === undefined ? undefined : <HowToAllow />;
  return {
    ok: result.ok,
    milliseconds: result.latencyMs,
    message: result.ok ? foundWords(result.models.length) : result.message,
    copy: setting,
    remedy:
      result.mayAllow === null ? howTo : <AllowAddress address={result.mayAllow} onAllowed={testAgain} />,
  };
};

/** Selects the chat model automatically when the server has only one. */
const chooseOnly = (form: ProviderForm, found: readonly string[]): void => {
  const { chat } = sortModels(found);
  const hasChosen = modelLists.some((list) => (form.form.getValues(list) ?? []).length > 0);
  if (chat.length === 1 && !hasChosen) form.form.setValue('chatModels', chat, { shouldDirty: true });
};

/** Tests the values of the form and keeps the result, which only applies to the settings that it was made with. */
const useTrial = (types: ProviderType[], provider: Provider | undefined, form: ProviderForm) => {
  const trial = useTestProvider();
  const [outcome, setOutcome] = useState<{ of: string; result: TestResult }>();
  const { kind, settings, chatModels } = form.form.watch();
  const subject = JSON.stringify([kind, settings]);
  const run = async () => {
    if (!(await form.form.trigger('settings', { shouldFocus: true }))) return;
    const body = providerBody(types, {
      kind,
      settings,
      chatModels: chatModels ?? [],
      ...(provider ? { providerId: provider.providerId } : {}),
    });
    try {
      const result = await trial.mutateAsync({ body });
      setOutcome({ of: subject, result });
      chooseOnly(form, result.models);
    } catch (error) {
      form.refuse(error);
    }
  };
  return {
    run: () => void run(),
    isTesting: trial.isPending,
    result: outcome?.of === subject ? outcome.result : undefined,
    /** Kept while a setting is corrected, so that the lists do not become empty. */
    found: outcome?.result.models ?? [],
  };
};

const KindChoice = ({ types, form }: { types: ProviderType[]; form: ProviderForm }) => {
  const choose = (kind: ProviderType['kind']) => {
    const isNamedByKind = types.some((type) => type.label === form.form.getValues('name').trim());
    const label = types.find((type) => type.kind === kind)?.label;
    form.form.setValue('kind', kind, { shouldDirty: true });
    if (isNamedByKind && label) form.form.setValue('name', label);
    form.form.clearErrors();
  };
  return (
    <ChoiceCards
      label="Kind"
      compact
      choices={types.map(({ kind, label }) => ({ value: kind, label }))}
      value={form.form.watch('kind')}
      onChange={choose}
    />
  );
};

/** Adds or changes a provider of models. */
export const ProviderDialog = ({ types, provider, onClose }: ProviderDialogProps) => {
  const create = useCreateProvider();
  const update = useUpdateProvider();
  const schema = useMemo(() => providerSchema(types, provider), [types, provider]);
  const form = useZodForm(schema, {
    defaultValues: providerDefaults(types, provider),
    stored: provider && {
      revision: provider.revision,
      read: (newest) => providerDefaults(types, Provider.parse(newest)),
    },
    onSubmit: async (values, revision) => {
      const body = providerBody(types, values);
      if (provider)
        await update.mutateAsync({ params: { id: provider.providerId }, body: { ...body, revision } });
      else await create.mutateAsync({ body });
      onClose();
    },
  });
  const trial = useTrial(types, provider, form);
  const type = types.find(({ kind }) => kind === form.form.watch('kind'));
  return (
    <FormDialog
      opened
      size="lg"
      title={provider ? `Edit ${provider.name}` : 'Add a model provider'}
      onClose={onClose}
      form={form}
      submitLabel={provider ? 'Save' : 'Add provider'}
    >
      {provider ? null : <KindChoice types={types} form={form} />}
      <TextInput
        label="Name"
        description={type?.description}
        withAsterisk
        autoComplete="off"
        {...form.field('name')}
      />
      {type ? <ProviderFields key={type.kind} form={form} type={type} provider={provider} /> : null}
      <Trial
        hint="Calls the provider once and lists its models. Nothing is saved."
        isTesting={trial.isTesting}
        result={trial.result && describeResult(trial.result, trial.run)}
        onTest={trial.run}
      />
      <ModelChoice form={form} found={trial.found} />
    </FormDialog>
  );
};
