import type { Configuration } from '@atelier/contracts/assistants/apps/answering';
import { RetrievalMode } from '@atelier/contracts/content/retrieval/retrieval-shapes';
import { Select, Stack } from '@mantine/core';
import { SettingFields } from '../../../../lib/forms/setting-fields.tsx';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { ChoiceCards } from '../../../../ui/forms/choice-cards.tsx';
import { ModelSelect } from '../../../content/models/index.ts';
import { retrievers } from '../../../content/search/index.ts';
import { useAutomaticSettings } from '../api.ts';
import { appSettings } from '../model/app-form.ts';
import type { AppFormProps } from './app-form-props.ts';
import classes from './fields.module.css';

type Automatic = ReturnType<typeof useAutomaticSettings>;

/** Lists the settings that were chosen automatically, each with its reason. */
const AutomaticChoices = ({ query }: { query: Automatic }) => (
  <QueryView query={query} errorTitle="The automatic settings could not be loaded">
    {({ choices }) => (
      <dl className={`flat box ${classes.automatic}`} aria-label="Automatic settings">
        {choices.map(({ setting, value, reason }) => (
          <div key={setting}>
            <dt className="muted small">{setting}</dt>
            <dd className="stack">
              <strong>{value}</strong>
              <span>{reason}</span>
            </dd>
          </div>
        ))}
      </dl>
    )}
  </QueryView>
);

const modes = RetrievalMode.options.map((mode) => ({ value: mode, label: retrievers[mode].name }));
const ofRetrieval = appSettings.filter(({ path }) => /^retrieval\.(topK|scoreThreshold)$/.test(path));
const ofModel = appSettings.filter(({ path }) => path.startsWith('model.'));

/** Selects the model that writes the answers. */
const ModelField = ({ form }: AppFormProps) => {
  const { value, onChange, error } = form.bind('modelId');
  return <ModelSelect value={value ?? null} onChange={onChange} error={error} />;
};

/** Selects how chunks are found (RETRIEVE-01). */
const RetrieverField = ({ form }: AppFormProps) => {
  const { value = 'AUTO', onChange, error } = form.bind('retrieval.mode');
  return (
    <Select
      label="Retriever"
      description={retrievers[value].text}
      data={modes}
      allowDeselect={false}
      value={value}
      error={error}
      onChange={(next) => onChange(RetrievalMode.parse(next))}
    />
  );
};

/** The model, the retrieval, and the settings of the model call (APP-23 to APP-29), folded away because few people need them. */
const ManualFields = ({ form }: AppFormProps) => (
  <Stack gap="lg">
    <ModelField form={form} />
    <RetrieverField form={form} />
    <SettingFields settings={ofRetrieval} props={{ form }} />
    <details className={`surface-box-lg ${classes.advanced}`}>
      <summary>
        <strong>Advanced</strong>
        <span>Temperature, lengths and penalties of the model call</span>
      </summary>
      <SettingFields settings={ofModel} props={{ form }} />
    </details>
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
