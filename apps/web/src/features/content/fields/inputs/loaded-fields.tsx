import type { FieldOption } from '@atelier/contracts/fields/fields';
import { Button, Loader, MultiSelect, Select } from '@mantine/core';
import { asText, asTexts, type FieldProps, useShared } from '../field-props.ts';
import classes from '../fields.module.css';
import { useLoaded } from '../use-loaded.ts';

/** Keeps a selected value that is no longer offered. */
const withKept = (options: readonly FieldOption[], kept: readonly string[]) => [
  ...options.map(({ value, label }) => ({ value, label })),
  ...kept
    .filter((value) => value !== '' && !options.some((option) => option.value === value))
    .map((value) => ({ value, label: value })),
];

const useChoices = (props: FieldProps) => {
  const loaded = useLoaded('options', props.field);
  return { ...loaded, options: loaded.data ?? [] };
};
type Choices = ReturnType<typeof useChoices>;

/** Shown below the field when there is nothing to choose from. */
const State = ({ choices, label }: { choices: Choices; label: string }) => {
  if (choices.isMissing) return <p className={classes.note}>There are no choices for this field here.</p>;
  if (choices.failure !== undefined) {
    return (
      <div className="row-2 danger small above-1" role="alert">
        <span>The choices could not be loaded. {choices.failure}</span>
        <Button size="xs" variant="default" onClick={choices.retry} aria-label={`Load ${label} again`}>
          Try again
        </Button>
      </div>
    );
  }
  if (choices.isLoading) {
    return (
      <p className={classes.note} role="status">
        Loading the choices…
      </p>
    );
  }
  return choices.options.length === 0 ? (
    <p className={classes.note}>There is nothing to choose from with the present values.</p>
  ) : null;
};

const boxProps = (choices: Choices) => ({
  searchable: true,
  clearable: true,
  limit: 200,
  nothingFoundMessage: 'Nothing matches what you typed.',
  rightSection: choices.isLoading ? <Loader size="xs" /> : undefined,
});

export const LoadedDropdownField = (props: FieldProps) => {
  const { field, path, value, onChange } = props;
  const choices = useChoices(props);
  return (
    <div>
      <Select
        {...useShared({ field, path })}
        {...boxProps(choices)}
        placeholder={field.placeholder ?? 'Choose one'}
        data={withKept(choices.options, [asText(value)])}
        value={asText(value) === '' ? null : asText(value)}
        onChange={(chosen) => onChange(chosen ?? '')}
      />
      <State choices={choices} label={field.label} />
    </div>
  );
};

export const LoadedMultiSelectField = (props: FieldProps) => {
  const { field, path, value, onChange } = props;
  const choices = useChoices(props);
  const chosen = asTexts(value);
  return (
    <div>
      <MultiSelect
        {...useShared({ field, path })}
        {...boxProps(choices)}
        placeholder={chosen.length === 0 ? (field.placeholder ?? 'Choose some') : ''}
        data={withKept(choices.options, chosen)}
        value={chosen}
        onChange={onChange}
      />
      <State choices={choices} label={field.label} />
    </div>
  );
};
