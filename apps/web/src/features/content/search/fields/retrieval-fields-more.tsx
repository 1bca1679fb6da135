import { graphModeNames, graphModeTexts } from '@atelier/contracts/content/graph/graph-shapes';
import {
  GraphSearchMode,
  RerankMethod,
  RetrievalDefinition,
  type RetrievalSettings,
} from '@atelier/contracts/content/retrieval/retrieval-shapes';
import { NumberInput, Select, Switch } from '@mantine/core';
import { ExplainedField } from '../../../../ui/forms/explained-field.tsx';
import { toNumber } from '../../../../ui/forms/number-field.tsx';
import type { MoreSettings } from '../model/retrieval-words.ts';
import { ModelPicker } from './model-picker.tsx';
import classes from './retrieval-fields.module.css';

const definitions: Record<RetrievalDefinition, string> = {
  VECTOR_STORE: 'Chunks',
  KNOWLEDGE_GRAPH: 'Knowledge graph',
};

const methods: Record<RerankMethod, string> = {
  LEXICAL: 'By words, without a model',
  MODEL: 'By a language model',
  RERANKER: "By a provider's rerank model",
};

interface MoreFieldsProps {
  mode: RetrievalSettings['mode'];
  value: MoreSettings;
  onChange: (part: Partial<MoreSettings>) => void;
}

interface NumberFieldProps {
  label: string;
  help: string;
  min: number;
  max: number;
  step?: number;
  suffix?: string;
  value: number;
  onChange: (value: number) => void;
}

const NumberField = ({ label, help, onChange, ...rest }: NumberFieldProps) => (
  <ExplainedField label={label} help={help}>
    {(id) => <NumberInput id={id} {...rest} onChange={toNumber(onChange)} />}
  </ExplainedField>
);

/** The setting that only the chosen retriever has. */
const OptionField = ({ mode, value: { options }, onChange }: MoreFieldsProps) => {
  const change = (part: Partial<MoreSettings['options']>) => onChange({ options: { ...options, ...part } });
  if (mode === 'HYBRID')
    return (
      <ExplainedField
        label="Weight of the words"
        help="1 counts only the words, 0 only the meaning. Leave it empty for the weight that suits the embedding model and the language of the question."
      >
        {(id) => (
          <NumberInput
            id={id}
            min={0}
            max={1}
            step={0.1}
            placeholder="Suits the model"
            value={options.lexicalWeight ?? ''}
            onChange={(next) => change({ lexicalWeight: next === '' ? null : Number(next) })}
          />
        )}
      </ExplainedField>
    );
  if (mode === 'MULTI_QUERY')
    return (
      <NumberField
        label="Further questions"
        help="A language model writes them where you have one; otherwise rules take the question apart and use other words."
        min={1}
        max={5}
        value={options.queries}
        onChange={(queries) => change({ queries })}
      />
    );
  if (mode === 'PARENT_CHILD')
    return (
      <NumberField
        label="Size of the surroundings"
        help="The most text around a chunk that is returned with it, in tokens. It stays under the same heading."
        min={200}
        max={4000}
        step={100}
        suffix=" tokens"
        value={options.parentTokens}
        onChange={(parentTokens) => change({ parentTokens })}
      />
    );
  return mode === 'TIME_WEIGHTED' ? (
    <NumberField
      label="Half-life"
      help="After so many days a document counts half as new."
      min={1}
      max={3650}
      suffix=" days"
      value={options.halfLifeDays}
      onChange={(halfLifeDays) => change({ halfLifeDays })}
    />
  ) : null;
};

const RerankFields = ({ value: { rerank }, onChange }: Omit<MoreFieldsProps, 'mode'>) => {
  const change = (part: Partial<MoreSettings['rerank']>) => onChange({ rerank: { ...rerank, ...part } });
  return (
    <>
      <Switch
        label="Rerank"
        description="Looks at the best candidates again and puts them in a better order."
        checked={rerank.enabled}
        onChange={(event) => change({ enabled: event.currentTarget.checked })}
      />
      {rerank.enabled ? (
        <div className="fields">
          <Select
            label="Rerank method"
            data={RerankMethod.options.map((each) => ({ value: each, label: methods[each] }))}
            value={rerank.method}
            allowDeselect={false}
            onChange={(next) => change({ method: RerankMethod.parse(next), modelId: null })}
          />
          <NumberField
            label="Candidates"
            help="How many of the best are looked at again."
            min={2}
            max={100}
            value={rerank.candidates}
            onChange={(candidates) => change({ candidates })}
          />
          {rerank.method === 'LEXICAL' ? null : (
            <ModelPicker
              key={rerank.method}
              type={rerank.method === 'RERANKER' ? 'RERANK' : 'CHAT'}
              value={rerank.modelId}
              onChange={(modelId) => change({ modelId })}
            />
          )}
        </div>
      ) : null}
    </>
  );
};

/** The data to search (index or graph), the setting of the chosen retriever, and reranking (GRAPH-01). */
export const MoreRetrievalFields = (props: MoreFieldsProps) => {
  const { value, onChange } = props;
  return (
    <div className={classes.more}>
      <div className="fields">
        <Select
          label="Search in"
          data={RetrievalDefinition.options.map((each) => ({ value: each, label: definitions[each] }))}
          value={value.definition}
          allowDeselect={false}
          onChange={(next) => onChange({ definition: RetrievalDefinition.parse(next) })}
        />
        {value.definition === 'KNOWLEDGE_GRAPH' ? (
          <Select
            label="Graph search"
            data={GraphSearchMode.options.map((each) => ({ value: each, label: graphModeNames[each] }))}
            description={graphModeTexts[value.graphMode]}
            value={value.graphMode}
            allowDeselect={false}
            onChange={(next) => onChange({ graphMode: GraphSearchMode.parse(next) })}
          />
        ) : null}
        <OptionField {...props} />
      </div>
      <RerankFields {...props} />
    </div>
  );
};
