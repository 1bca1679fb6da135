import { RetrievalMode, type RetrievalSettings } from '@atelier/contracts/content/retrieval/retrieval-shapes';
import { NumberInput, Select } from '@mantine/core';
import { ExplainedField } from '../../../../ui/forms/explained-field.tsx';
import { toNumber } from '../../../../ui/forms/number-field.tsx';
import { retrievalHelp, retrievers } from '../model/retrievers.ts';

interface Bound<T> {
  value: T | undefined;
  onChange: (value: T) => void;
  error?: string | undefined;
}

interface RetrievalFieldsProps {
  mode: Bound<RetrievalSettings['mode']>;
  topK: Bound<number>;
  scoreThreshold: Bound<number>;
  /** False when no embedding model is configured; true also while this is unknown. */
  hasVectors?: boolean;
}

/** The options of the menu. A disabled option says why it is unavailable. */
const listModeOptions = (hasVectors: boolean) =>
  RetrievalMode.options.map((mode) => {
    const { name, needsVectors } = retrievers[mode];
    const isPossible = hasVectors || !needsVectors;
    return {
      value: mode,
      label: isPossible ? name : `${name} (needs an embedding model)`,
      disabled: !isPossible,
    };
  });

/** The retriever, the number of chunks and the threshold, each with an explanation (RETRIEVE-01 to RETRIEVE-04). */
export const RetrievalFields = ({ mode, topK, scoreThreshold, hasVectors = true }: RetrievalFieldsProps) => (
  <div className="fields">
    <ExplainedField
      label="Retriever"
      help="How chunks are found: by their words, by their meaning, or in a more elaborate way. Each way is described below the menu."
    >
      {(id) => (
        <Select
          id={id}
          data={listModeOptions(hasVectors)}
          description={retrievers[mode.value ?? 'AUTO'].text}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          allowDeselect={false}
          value={mode.value ?? null}
          error={mode.error}
          onChange={(value) => mode.onChange(RetrievalMode.parse(value))}
        />
      )}
    </ExplainedField>
    <ExplainedField label="Chunks (top K)" help={retrievalHelp.topK}>
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
    <ExplainedField label="Score threshold" help={retrievalHelp.scoreThreshold}>
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
