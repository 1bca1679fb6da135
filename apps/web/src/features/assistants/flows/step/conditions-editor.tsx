import type { Condition, Conditions } from '@atelier/contracts/assistants/flows/flow-model';
import { newCondition } from '@atelier/flows/operations';
import { ActionIcon, Button, Checkbox, Select } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { findOperatorWords, operatorChoices } from '../model/condition-words.ts';
import { ExpressionInput } from './expression-input.tsx';
import classes from './step.module.css';
import { useStepContext } from './step-context.ts';

const toConditionText = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined ? '' : (JSON.stringify(value) ?? '');

interface ConditionRowProps {
  condition: Condition;
  /** "Condition 2 of alternative 1", for the names of its fields. */
  name: string;
  onChange: (condition: Condition) => void;
  onRemove: (() => void) | undefined;
}

const ConditionRow = ({ condition, name, onChange, onRemove }: ConditionRowProps) => {
  const { isReadOnly } = useStepContext();
  const words = findOperatorWords(condition.operator);
  return (
    <fieldset className={`sunken ${classes.condition}`} aria-label={name}>
      <ExpressionInput
        label="Value"
        value={toConditionText(condition.firstValue)}
        onChange={(firstValue) => onChange({ ...condition, firstValue })}
      />
      <div className="wrap-2 flex-end">
        <Select
          className={classes.grow ?? ''}
          label="Comparison"
          data={operatorChoices}
          allowDeselect={false}
          searchable
          readOnly={isReadOnly}
          value={condition.operator}
          onChange={(operator) => {
            const chosen = operatorChoices.flatMap(({ items }) => items).find((it) => it.value === operator);
            if (chosen) onChange({ ...condition, operator: chosen.value });
          }}
        />
        {onRemove && !isReadOnly ? (
          <ActionIcon variant="default" size="input-sm" aria-label={`Remove ${name}`} onClick={onRemove}>
            <IconTrash size={16} />
          </ActionIcon>
        ) : null}
      </div>
      {words?.hasSecond === false ? null : (
        <ExpressionInput
          label="Compared with"
          value={toConditionText(condition.secondValue)}
          onChange={(secondValue) => onChange({ ...condition, secondValue })}
        />
      )}
      {words?.group === 'Text' ? (
        <Checkbox
          size="xs"
          label="Tell capital letters apart"
          disabled={isReadOnly}
          checked={condition.caseSensitive ?? false}
          onChange={(event) => onChange({ ...condition, caseSensitive: event.currentTarget.checked })}
        />
      ) : null}
    </fieldset>
  );
};

interface ConditionsEditorProps {
  conditions: Conditions;
  onChange: (conditions: Conditions) => void;
}

const replaced = <T,>(list: readonly T[], index: number, value: T): T[] =>
  list.map((it, at) => (at === index ? value : it));

/** Alternatives of conditions: one alternative must hold, and in it every condition. */
export const ConditionsEditor = ({ conditions, onChange }: ConditionsEditorProps) => {
  const { isReadOnly } = useStepContext();
  const setAlternative = (index: number, alternative: Condition[]) =>
    onChange(
      alternative.length === 0
        ? conditions.filter((_, at) => at !== index)
        : replaced(conditions, index, alternative),
    );
  const isOnly = conditions.length === 1 && conditions[0]?.length === 1;
  return (
    <ol className="stack-4 bare" aria-label="Conditions">
      {conditions.map((alternative, index) => (
        <li key={index} className="stack-4 min-0 content-start">
          {index > 0 ? <p className="flat muted tiny text-center">or</p> : null}
          {alternative.map((condition, at) => (
            <ConditionRow
              key={at}
              condition={condition}
              name={`Condition ${at + 1} of alternative ${index + 1}`}
              onChange={(next) => setAlternative(index, replaced(alternative, at, next))}
              onRemove={
                isOnly
                  ? undefined
                  : () =>
                      setAlternative(
                        index,
                        alternative.filter((_, other) => other !== at),
                      )
              }
            />
          ))}
          {isReadOnly ? null : (
            <Button
              size="compact-sm"
              variant="subtle"
              leftSection={<IconPlus size={14} />}
              onClick={() => setAlternative(index, [...alternative, newCondition()])}
            >
              And
            </Button>
          )}
        </li>
      ))}
      {isReadOnly ? null : (
        <li>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconPlus size={14} />}
            onClick={() => onChange([...conditions, [newCondition()]])}
          >
            Or
          </Button>
        </li>
      )}
    </ol>
  );
};
