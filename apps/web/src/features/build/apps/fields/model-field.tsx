import type { Model } from '@atelier/contracts/content/models';
import { Select } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useChatModels } from '../api.ts';
import classes from '../apps.module.css';
import type { AppFormProps } from './app-form-props.ts';

const useDefault = 'default';

const extractiveWords =
  'It quotes the sentences of your documents that answer, with their source. It is not a language model: it writes nothing of its own.';

const optionsOf = (models: readonly Model[]) => [
  {
    group: 'Recommended',
    items: [
      { value: useDefault, label: `Default (${models.find((model) => model.isDefault)?.label ?? '…'})` },
    ],
  },
  ...[...Map.groupBy(models, (model) => model.provider)].map(([group, items]) => ({
    group,
    items: items.map((model) => ({ value: model.modelId, label: model.label })),
  })),
];

const explain = (models: readonly Model[], chosen: string): string => {
  const model = models.find((each) => (chosen === useDefault ? each.isDefault : each.modelId === chosen));
  if (model?.extractive) return extractiveWords;
  return chosen === useDefault
    ? 'Follows the default under Models, also when it changes.'
    : 'Always this one. If its provider is removed, the default answers.';
};

const ProviderLink = ({ models }: { models: readonly Model[] }) => (
  <p className={classes.hint}>
    {models.every((model) => model.extractive) ? 'For written answers:' : 'Need another?'}{' '}
    <a className={classes.outLink} href="/models?new=1" target="_blank" rel="noopener">
      Add a model provider
      <IconExternalLink size={14} aria-label="(opens in a new tab)" />
    </a>
  </p>
);

/** Selects the model that writes the answers. */
export const ModelField = ({ form }: AppFormProps) => {
  const { data, error } = useChatModels();
  const models = data?.models ?? [];
  const { value, onChange, error: refusal } = form.bind('modelId');
  const chosen = value ?? useDefault;
  const isGone = data !== undefined && value && !models.some((model) => model.modelId === value);
  return (
    <div className={classes.fieldGroup}>
      <Select
        label="Model"
        description={data ? explain(models, chosen) : undefined}
        data={[
          ...optionsOf(models),
          ...(isGone ? [{ group: 'No longer there', items: [{ value, label: value }] }] : []),
        ]}
        value={chosen}
        onChange={(next) => onChange(next === null || next === useDefault ? null : next)}
        error={refusal ?? (error ? 'The models could not be loaded.' : undefined)}
      />
      {data ? <ProviderLink models={models} /> : null}
    </div>
  );
};
