import { RetrievalMode, type RetrievalSettings } from '@atelier/contracts/retrieval-shapes';
import { NumberInput, Select } from '@mantine/core';
import { ExplainedField } from '../../../ui/explained-field.tsx';
import { modeNames } from '../model/retrieval-words.ts';
import classes from './retrieval-fields.module.css';

interface Bound<T> {
  value: T | undefined;
  onChange: (value: T) => void;
  error?: string | undefined;
}

interface RetrievalFieldsProps {
  mode: Bound<RetrievalSettings['mode']>;
  topK: Bound<number>;
  scoreThreshold: Bound<number>;
}

/** An emptied field keeps its last number until another one is typed. */
export const toNumber = (onChange: (value: number) => void) => (value: string | number) => {
  if (typeof value === 'number') onChange(value);
};

const modes = RetrievalMode.options.map((mode) => ({ value: mode, label: modeNames[mode] }));

/** Mode, number of passages and threshold, each explained in plain words (RETRIEVE-01 to RETRIEVE-04). */
export const RetrievalFields = ({ mode, topK, scoreThreshold }: RetrievalFieldsProps) => (
  <div className={classes.fields}>
    <ExplainedField
      label="Mode"
      help="How passages are found. Words finds the very words of a question, meaning also finds what is said differently and needs an embedding model. Automatic uses both where it can."
    >
      {(id) => (
        <Select
          id={id}
          data={modes}
          value={mode.value ?? null}
          error={mode.error}
          onChange={(value) => mode.onChange(RetrievalMode.parse(value))}
        />
      )}
    </ExplainedField>
    <ExplainedField
      label="Passages (top K)"
      help="How many passages are found at most. More give an answer more to go on, but also more that is beside the point."
    >
      {(id) => (
        <NumberInput
          id={id}
          min={1}
          max={50}
          allowDecimal={false}
          value={topK.value ?? ''}
          error={topK.error}
          onChange={toNumber(topK.onChange)}
        />
      )}
    </ExplainedField>
    <ExplainedField
      label="Score threshold"
      help="How relevant a passage must be, from 0 to 1. At 0 everything that matches counts; a higher value leaves out what matches only a little."
    >
      {(id) => (
        <NumberInput
          id={id}
          min={0}
          max={1}
          step={0.05}
          decimalScale={2}
          value={scoreThreshold.value ?? ''}
          error={scoreThreshold.error}
          onChange={toNumber(scoreThreshold.onChange)}
        />
      )}
    </ExplainedField>
  </div>
);
