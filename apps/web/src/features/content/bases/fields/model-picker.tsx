import { type Model, models } from '@atelier/contracts/content/models';
import { Select } from '@mantine/core';
import { useMay } from '../../../../lib/account/session.ts';
import { useRead } from '../../../../lib/query.ts';
import { TextLink } from '../../../../ui/layout/text-link.tsx';
import classes from './retrieval-fields.module.css';

/** Models of a kind that are set up; undefined while that is not known, or not for this person to know. */
const useModelsOf = (type: Model['type']): Model[] | undefined => {
  const may = useMay();
  return useRead(models.endpoints.list, { query: { type } }, { enabled: may('models:read') }).data?.models;
};

const wordsOf = {
  RERANK: {
    label: 'Rerank model',
    none: 'No provider offers a rerank model yet, so chunks are put in order by words.',
  },
  CHAT: {
    label: 'Language model',
    none: 'No language model is set up yet, so chunks are put in order by words.',
  },
} as const;

interface ModelPickerProps {
  type: keyof typeof wordsOf;
  /** What holds where there is no model of the kind, if it is something else than for reranking. */
  none?: string;
  description?: string;
  disabled?: boolean;
  value: string | null;
  onChange: (modelId: string | null) => void;
}

const byDefault = '';

/** One of the models that are set up, or whatever is the default; where there is none, what to do about it. */
export const ModelPicker = ({ type, value, onChange, ...words }: ModelPickerProps) => {
  const offered = useModelsOf(type)?.filter(({ extractive }) => !extractive);
  const { label, none } = { ...wordsOf[type], ...words };
  if (offered?.length === 0)
    return (
      <p className={classes.hint}>
        {none} <TextLink to="/models">{`Add a ${label.toLowerCase()} under Models`}</TextLink>
      </p>
    );
  const standard = offered?.find(({ isDefault }) => isDefault);
  const choices = new Map([
    [byDefault, standard ? `Your default: ${standard.label}` : 'Your default model'],
    // A model that is gone, or that was named by hand, is shown as what it is.
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
