import { type Model, models } from '@atelier/contracts/content/models';
import { Select } from '@mantine/core';
import { useMay } from '../../../../lib/account/session.ts';
import { useRead } from '../../../../lib/query.ts';
import { TextLink } from '../../../../ui/layout/text-link.tsx';

/** The available models of one kind; undefined while they are loading or when the user may not list them. */
const useModelsByType = (type: Model['type']): Model[] | undefined => {
  const may = useMay();
  return useRead(models.endpoints.list, { query: { type } }, { enabled: may('models:read') }).data?.models;
};

const wordsOf = {
  RERANK: {
    label: 'Rerank model',
    none: 'No provider offers a rerank model yet, so results are reranked by their words.',
  },
  CHAT: {
    label: 'Language model',
    none: 'No language model is set up yet, so results are reranked by their words.',
  },
} as const;

interface ModelPickerProps {
  type: keyof typeof wordsOf;
  /** The text to show when there is no model of this kind; by default the one for reranking. */
  none?: string;
  description?: string;
  disabled?: boolean;
  value: string | null;
  onChange: (modelId: string | null) => void;
}

const byDefault = '';

/** Selects an available model or the default. Without any model, says how to add one. */
export const ModelPicker = ({ type, value, onChange, ...words }: ModelPickerProps) => {
  const offered = useModelsByType(type)?.filter(({ extractive }) => !extractive);
  const { label, none } = { ...wordsOf[type], ...words };
  if (offered?.length === 0)
    return (
      <p className="note align-self-end">
        {none} <TextLink to="/models">{`Add a ${label.toLowerCase()} under Models`}</TextLink>
      </p>
    );
  const standard = offered?.find(({ isDefault }) => isDefault);
  const choices = new Map([
    [byDefault, standard ? `Your default: ${standard.label}` : 'Your default model'],
    // A model that is no longer offered, or whose name was typed, stays visible.
    ...(value === null ? [] : [[value, offered ? `${value} (not offered any more)` : value] as const]),
    ...(offered ?? []).map(
      ({ modelId, label: name, provider }) => [modelId, `${name} (${provider})`] as const,
    ),
  ]);
  return (
    <Select
      label={label}
      description={words.description}
      disabled={words.disabled ?? false}
      data={[...choices].map(([id, name]) => ({ value: id, label: name }))}
      allowDeselect={false}
      value={value ?? byDefault}
      onChange={(next) => onChange(next === byDefault ? null : next)}
    />
  );
};
