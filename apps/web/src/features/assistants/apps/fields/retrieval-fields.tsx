import { RetrievalMode } from '@atelier/contracts/content/retrieval/retrieval-shapes';
import { Select, Stack } from '@mantine/core';
import { NumberField } from '../../../../ui/forms/number-field.tsx';
import { retrievers } from '../../../content/bases/index.ts';
import type { AppFormProps } from './app-form-props.ts';
import classes from './fields.module.css';

const modes = RetrievalMode.options.map((mode) => ({ value: mode, label: retrievers[mode].name }));

/** Selects how chunks are found (RETRIEVE-01 to RETRIEVE-04). */
export const RetrievalFields = ({ form }: AppFormProps) => {
  const mode = form.bind('retrieval.mode');
  const topK = form.bind('retrieval.topK');
  const threshold = form.bind('retrieval.scoreThreshold');
  return (
    <Stack gap="lg">
      <Select
        label="Retriever"
        description={retrievers[mode.value ?? 'AUTO'].text}
        data={modes}
        allowDeselect={false}
        value={mode.value ?? 'AUTO'}
        error={mode.error}
        onChange={(next) => mode.onChange(RetrievalMode.parse(next))}
      />
      <div className={classes.pair}>
        <NumberField
          label="Chunks (top K)"
          description="The most chunks that the model gets."
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
