import type { RetrievalMode } from '@atelier/contracts/retrieval-shapes';
import { Select, Stack } from '@mantine/core';
import type { AppFormProps } from './app-form-props.ts';
import classes from './fields.module.css';
import { NumberField } from './number-field.tsx';

const modes: { value: RetrievalMode; label: string; text: string }[] = [
  {
    value: 'AUTO',
    label: 'Automatic',
    text: 'By words and by meaning where an embedding model is set, otherwise by words.',
  },
  { value: 'BM25', label: 'By words', text: 'BM25: exact terms, names and numbers. Needs no model.' },
  {
    value: 'VECTOR',
    label: 'By meaning',
    text: 'Vectors: other words for the same thing. Needs an embedding model.',
  },
  {
    value: 'HYBRID',
    label: 'Both',
    text: 'Words and meaning, the two rankings merged. Needs an embedding model.',
  },
];

/** How passages are found (RETRIEVE-01 to RETRIEVE-04). */
export const RetrievalFields = ({ form }: AppFormProps) => {
  const mode = form.bind('retrieval.mode');
  const topK = form.bind('retrieval.topK');
  const threshold = form.bind('retrieval.scoreThreshold');
  return (
    <Stack gap="lg">
      <Select
        label="Search"
        description={modes.find(({ value }) => value === (mode.value ?? 'AUTO'))?.text}
        data={modes.map(({ value, label }) => ({ value, label }))}
        value={mode.value ?? 'AUTO'}
        error={mode.error}
        onChange={(next) => {
          const chosen = modes.find(({ value }) => value === next);
          if (chosen) mode.onChange(chosen.value);
        }}
      />
      <div className={classes.pair}>
        <NumberField
          label="Passages (top K)"
          description="How many are handed to the model at most."
          min={1}
          max={50}
          {...topK}
        />
        <NumberField
          label="Score threshold"
          description="From 0 to 1. Higher leaves out what fits less well."
          min={0}
          max={1}
          step={0.05}
          {...threshold}
        />
      </div>
    </Stack>
  );
};
