import {
  type FilterCondition,
  FilterField,
  type FilterOperator,
  filterOperators,
} from '@atelier/contracts/content/retrieval/retrieval-filter';
import { Autocomplete, Button, Select } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import classes from './retrieval-fields.module.css';

/** The values that occur in the documents, to choose from. */
export interface FilterValues {
  documentTypes: string[];
  languages: string[];
  categories: string[];
  metadataKeys: string[];
  sources: string[];
}

const fieldNames: Record<FilterField, string> = {
  DOCUMENT_TYPE: 'Document type',
  LANGUAGE: 'Language',
  CATEGORY: 'Category',
  METADATA: 'Metadata',
  NAME: 'Name',
  SOURCE: 'Source',
  CREATED: 'Added',
};

const operatorNames: Record<FilterOperator, string> = {
  EQUALS: 'is',
  CONTAINS: 'contains',
  AFTER: 'since',
  BEFORE: 'before',
};

const none: FilterValues = {
  documentTypes: [],
  languages: [],
  categories: [],
  metadataKeys: [],
  sources: [],
};

const choices: Partial<Record<FilterField, keyof FilterValues>> = {
  DOCUMENT_TYPE: 'documentTypes',
  LANGUAGE: 'languages',
  CATEGORY: 'categories',
  SOURCE: 'sources',
};

const choicesFor = (field: FilterField, values: FilterValues): string[] => {
  const list = choices[field];
  return list ? values[list] : [];
};

interface ConditionProps {
  condition: FilterCondition;
  number: number;
  values: FilterValues | undefined;
  onChange: (condition: FilterCondition) => void;
  onRemove: () => void;
}

const Condition = ({ condition, number, values, onChange, onRemove }: ConditionProps) => {
  const { field, operator, key = '', value } = condition;
  const operators = filterOperators[field];
  const changeField = (next: FilterField) =>
    onChange({ field: next, operator: filterOperators[next][0] ?? 'EQUALS', value: '' });
  return (
    <div className={`row-2 ${classes.condition}`} role="group" aria-label={`Condition ${number}`}>
      <Select
        aria-label="Field"
        data={FilterField.options.map((each) => ({ value: each, label: fieldNames[each] }))}
        value={field}
        allowDeselect={false}
        onChange={(next) => changeField(FilterField.parse(next))}
      />
      {field === 'METADATA' ? (
        <Autocomplete
          aria-label="Metadata field"
          placeholder="Field"
          data={values?.metadataKeys ?? []}
          value={key}
          onChange={(next) => onChange({ ...condition, key: next })}
        />
      ) : null}
      <Select
        aria-label="Comparison"
        data={operators.map((each) => ({ value: each, label: operatorNames[each] }))}
        value={operator}
        allowDeselect={false}
        onChange={(next) =>
          onChange({ ...condition, operator: operators.find((each) => each === next) ?? operator })
        }
      />
      <Autocomplete
        aria-label="Value"
        placeholder={field === 'CREATED' ? '2026-01-31' : 'Value'}
        data={choicesFor(field, values ?? none)}
        value={value}
        onChange={(next) => onChange({ ...condition, value: next })}
      />
      <Button
        variant="subtle"
        color="gray"
        px="xs"
        aria-label={`Remove condition ${number}`}
        onClick={onRemove}
      >
        <IconX size={16} />
      </Button>
    </div>
  );
};

interface FilterFieldsProps {
  value: FilterCondition[];
  values: FilterValues | undefined;
  onChange: (filter: FilterCondition[]) => void;
}

/** Conditions on documents, all of which must hold. A condition without a value is not sent. */
export const FilterFields = ({ value, values, onChange }: FilterFieldsProps) => (
  <div className={classes.filter}>
    {value.map((condition, at) => (
      <Condition
        key={at}
        condition={condition}
        number={at + 1}
        values={values}
        onChange={(next) => onChange(value.with(at, next))}
        onRemove={() => onChange(value.toSpliced(at, 1))}
      />
    ))}
    <Button
      size="xs"
      variant="default"
      leftSection={<IconPlus size={14} />}
      disabled={value.length >= 20}
      onClick={() => onChange([...value, { field: 'NAME', operator: 'CONTAINS', value: '' }])}
    >
      Add a condition
    </Button>
  </div>
);

/** Returns the conditions that are complete. */
export const wholeConditions = (filter: readonly FilterCondition[]): FilterCondition[] =>
  filter.filter(
    ({ field, key, value }) =>
      value.trim() !== '' &&
      (field !== 'METADATA' || Boolean(key?.trim())) &&
      (field !== 'CREATED' || !Number.isNaN(Date.parse(value))),
  );
