import type { Configuration } from '@atelier/contracts/assistants/apps/answering';
import { Stack } from '@mantine/core';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { ChoiceCards } from '../../../../ui/forms/choice-cards.tsx';
import { useAutomaticSettings } from '../api.ts';
import type { AppFormProps } from './app-form-props.ts';
import classes from './fields.module.css';
import { ModelField } from './model-field.tsx';
import { ModelSettingFields } from './model-setting-fields.tsx';
import { RetrievalFields } from './retrieval-fields.tsx';

type Automatic = ReturnType<typeof useAutomaticSettings>;

/** Lists the settings that were chosen automatically, each with its reason. */
const AutomaticChoices = ({ query }: { query: Automatic }) => (
  <QueryView query={query} errorTitle="The automatic settings could not be loaded">
    {({ choices }) => (
      <dl className={`flat box ${classes.automatic}`} aria-label="Automatic settings">
        {choices.map(({ setting, value, reason }) => (
          <div key={setting}>
            <dt>{setting}</dt>
            <dd>
              <strong>{value}</strong>
              <span>{reason}</span>
            </dd>
          </div>
        ))}
      </dl>
    )}
  </QueryView>
);

const ManualFields = ({ form }: AppFormProps) => (
  <Stack gap="lg">
    <ModelField form={form} />
    <RetrievalFields form={form} />
    <ModelSettingFields form={form} />
  </Stack>
);

/** Leaves the model and the retrieval to the product, with its reasons, or lets the builder set them (APP-19). */
export const ConfigurationField = ({ form }: AppFormProps) => {
  const { value = 'AUTO', onChange, error } = form.bind('configuration');
  const query = useAutomaticSettings(form.form.watch('knowledgeBaseIds') ?? []);
  const choose = (next: Configuration) => {
    const settings = query.data?.settings;
    // The manual settings begin where the automatic ones are.
    if (next === 'MANUAL' && settings) {
      form.form.setValue('modelId', settings.modelId, { shouldDirty: true });
      form.form.setValue('retrieval', settings.retrieval, { shouldDirty: true });
      form.form.setValue('model', settings.model, { shouldDirty: true });
    }
    onChange(next);
  };
  return (
    <>
      <ChoiceCards
        label="Configuration"
        value={value}
        onChange={choose}
        error={error}
        choices={[
          {
            value: 'AUTO',
            label: 'Automatic',
            description: 'Model, retrieval and lengths follow from your knowledge bases and models.',
          },
          {
            value: 'MANUAL',
            label: 'Manual',
            description: 'You set them yourself, beginning with the automatic ones.',
          },
        ]}
      />
      {value === 'AUTO' ? <AutomaticChoices query={query} /> : <ManualFields form={form} />}
    </>
  );
};
