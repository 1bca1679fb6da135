import { type Model, models } from '@atelier/contracts/content/models';
import { Select } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useRead } from '../../../lib/query.ts';

const useDefault = 'default';

const extractiveWords =
  'It quotes the sentences of your documents that answer, with their source. It is not a language model: it writes nothing of its own.';

export const useChatModels = () => useRead(models.endpoints.list, { query: { type: 'CHAT' } });

interface ModelSelectProps {
  /** Null stands for the default of the company. */
  value: string | null;
  onChange: (value: string | null) => void;
  error: string | undefined;
  /** True for work that only a model that writes can do. */
  needsWriting?: boolean;
}

const toModelOptions = (choices: readonly Model[], defaultLabel: string) => [
  { group: 'Recommended', items: [{ value: useDefault, label: `Default (${defaultLabel})` }] },
  ...[...Map.groupBy(choices, (model) => model.provider)].map(([group, items]) => ({
    group,
    items: items.map((model) => ({ value: model.modelId, label: model.label })),
  })),
];

const explain = (model: Model | undefined, isDefault: boolean, needsWriting: boolean): string => {
  if (model?.extractive) {
    return needsWriting
      ? 'This model only quotes documents. An agent needs a language model, which decides what to do next.'
      : extractiveWords;
  }
  return isDefault
    ? 'Follows the default under Models, also when it changes.'
    : 'Always this one. If its provider is removed, the default answers.';
};

const ProviderLink = ({ isNeeded, needsWriting }: { isNeeded: boolean; needsWriting: boolean }) => (
  <p className="flat muted tiny">
    {isNeeded
      ? needsWriting
        ? 'Your company has no language model yet:'
        : 'For written answers:'
      : 'Need another?'}{' '}
    <a className="out-link" href="/models?new=1" target="_blank" rel="noopener">
      Add a model provider
      <IconExternalLink size={14} aria-label="(opens in a new tab)" />
    </a>
  </p>
);

/** Returns the words for a choice among these models; undefined while they load. */
const toSelectView = (
  models: readonly Model[] | undefined,
  { value, needsWriting }: { value: string | null; needsWriting: boolean },
) => {
  if (!models) return undefined;
  const choices = models.filter((model) => !(needsWriting && model.extractive));
  const standard = models.find((model) => model.isDefault);
  const model = value === null ? standard : models.find(({ modelId }) => modelId === value);
  const isGone = value !== null && !choices.some(({ modelId }) => modelId === value);
  return {
    description: explain(model, value === null, needsWriting),
    options: [
      ...toModelOptions(choices, standard?.label ?? '…'),
      ...(isGone ? [{ group: 'No longer there', items: [{ value, label: value }] }] : []),
    ],
    isNeeded: models.every((each) => each.extractive),
  };
};

/** Selects a model that answers, and says what the choice means. */
export const ModelSelect = ({ value, onChange, error, needsWriting = false }: ModelSelectProps) => {
  const { data, error: failure } = useChatModels();
  const view = toSelectView(data?.models, { value, needsWriting });
  return (
    <div className="stack-2">
      <Select
        label="Model"
        description={view?.description}
        data={view?.options ?? toModelOptions([], '…')}
        value={value ?? useDefault}
        onChange={(next) => onChange(next === null || next === useDefault ? null : next)}
        error={error ?? (failure ? 'The models could not be loaded.' : undefined)}
      />
      {view ? <ProviderLink isNeeded={view.isNeeded} needsWriting={needsWriting} /> : null}
    </div>
  );
};
