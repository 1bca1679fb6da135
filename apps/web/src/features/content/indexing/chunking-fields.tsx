import { type Chunking, ChunkingStrategy } from '@atelier/contracts/content/bases/chunking-shapes';
import { Checkbox, NumberInput, Select, TagsInput } from '@mantine/core';
import { ExplainedField } from '../../../ui/forms/explained-field.tsx';
import { toNumber } from '../../../ui/forms/number-field.tsx';
import { Fold } from '../../../ui/layout/fold.tsx';
import classes from './chunking.module.css';
import { cleaningKeys, cleaningWords, sizesInWords, strategyWords } from './model/chunking-words.ts';

interface ChunkingFieldsProps {
  value: Chunking;
  onChange: (value: Chunking) => void;
  errorOf: (field: keyof Chunking) => string | undefined;
  /** The reason why text removal cannot be changed here; undefined when it can. */
  cleaningIsFixed?: string;
}

type Numbers = 'maxTokens' | 'overlapTokens' | 'sentences' | 'headingLevel' | 'rows';

const numberFields: Record<
  Numbers,
  { label: string; help: string; min: number; max: number; step?: number; suffix?: string }
> = {
  maxTokens: {
    label: 'Chunk size',
    help: 'The largest size of a chunk in tokens; a token is about four letters. Shorter chunks are found more precisely, longer ones carry more context.',
    min: 50,
    max: 2000,
    step: 50,
    suffix: ' tokens',
  },
  overlapTokens: {
    label: 'Overlap',
    help: 'How much of a chunk is repeated at the beginning of the next one, so that text at the border keeps its context. At most a third of the chunk.',
    min: 0,
    max: 400,
    step: 10,
    suffix: ' tokens',
  },
  sentences: { label: 'Sentences', help: 'The number of sentences in a chunk.', min: 1, max: 50 },
  headingLevel: {
    label: 'Heading level',
    help: 'Headings of this level and above begin a new chunk: 1 is a title, 2 a chapter, 3 a section.',
    min: 1,
    max: 6,
  },
  rows: { label: 'Rows', help: 'The number of table rows in a chunk.', min: 1, max: 100 },
};

const NumberField = ({ name, ...props }: ChunkingFieldsProps & { name: Numbers }) => {
  const { label, help, ...bounds } = numberFields[name];
  return (
    <ExplainedField label={label} help={help}>
      {(id) => (
        <NumberInput
          id={id}
          {...bounds}
          allowDecimal={false}
          value={props.value[name]}
          error={props.errorOf(name)}
          onChange={toNumber((next) => props.onChange({ ...props.value, [name]: next }))}
        />
      )}
    </ExplainedField>
  );
};

const SeparatorsField = ({ value, onChange, errorOf }: ChunkingFieldsProps) => (
  <ExplainedField
    label="Separators"
    help="A chunk ends after each of these texts. Type one and press Enter. Patterns are not supported."
  >
    {(id) => (
      <TagsInput
        id={id}
        maxTags={10}
        maxLength={50}
        splitChars={[]}
        value={value.separators}
        error={errorOf('separators')}
        onChange={(separators) => onChange({ ...value, separators })}
      />
    )}
  </ExplainedField>
);

/** The field that belongs to the chosen strategy. */
const StrategyParameter = (props: ChunkingFieldsProps) => {
  const { strategy } = props.value;
  if (strategy === 'SENTENCE') return <NumberField name="sentences" {...props} />;
  if (strategy === 'HEADING') return <NumberField name="headingLevel" {...props} />;
  if (strategy === 'ROW') return <NumberField name="rows" {...props} />;
  return strategy === 'SEPARATOR' ? <SeparatorsField {...props} /> : null;
};

const StrategyField = ({ value, onChange }: ChunkingFieldsProps) => {
  const choose = (strategy: ChunkingStrategy) =>
    // SEPARATOR needs at least one separator; a line of dashes is the most common one.
    onChange({ ...value, strategy, separators: value.separators.length > 0 ? value.separators : ['---'] });
  return (
    <ExplainedField
      label="How is the text cut?"
      help="Documents are split into chunks, and a search finds chunks. What belongs together should be in one chunk."
    >
      {(id) => (
        <Select
          id={id}
          data={Object.entries(strategyWords).map(([strategy, { name }]) => ({
            value: strategy,
            label: name,
          }))}
          description={strategyWords[value.strategy].text}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          allowDeselect={false}
          value={value.strategy}
          onChange={(next) => choose(ChunkingStrategy.parse(next))}
        />
      )}
    </ExplainedField>
  );
};

const CleaningFields = ({ value, onChange, cleaningIsFixed }: ChunkingFieldsProps) => (
  <fieldset className={`stack-3 ${classes.cleaning}`}>
    <legend>Before it is cut</legend>
    {cleaningIsFixed === undefined ? null : <p className="note">{cleaningIsFixed}</p>}
    {cleaningKeys.map((key) => (
      <Checkbox
        key={key}
        label={cleaningWords[key].name}
        description={cleaningWords[key].text}
        checked={value.preprocessing[key]}
        disabled={cleaningIsFixed !== undefined}
        onChange={(event) =>
          onChange({
            ...value,
            preprocessing: { ...value.preprocessing, [key]: event.currentTarget.checked },
          })
        }
      />
    ))}
  </fieldset>
);

/** The chunking strategy with its sizes, and what is removed from the text first (KB-04, CHUNK-01, CHUNK-03). */
export const ChunkingFields = (props: ChunkingFieldsProps) => {
  const isWrong = props.errorOf('maxTokens') !== undefined || props.errorOf('overlapTokens') !== undefined;
  return (
    <div className="stack-4 min-0">
      <div className="stack align-start fields-13">
        <StrategyField {...props} />
        <StrategyParameter {...props} />
      </div>
      <Fold label="Size, overlap and cleaning" summary={sizesInWords(props.value)} isForced={isWrong}>
        <div className="stack align-start fields-13">
          <NumberField name="maxTokens" {...props} />
          <NumberField name="overlapTokens" {...props} />
        </div>
        <CleaningFields {...props} />
      </Fold>
    </div>
  );
};
