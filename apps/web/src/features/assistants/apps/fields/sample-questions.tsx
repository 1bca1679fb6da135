import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { randomId } from '../../../../lib/browser/random-id.ts';
import classes from '../apps.module.css';
import type { AppFormProps } from './app-form-props.ts';

/** An app has either no sample questions or 3 to 9 (APP-13). */
const fewest = 3;
const most = 9;

/** Gives each row an identity that survives the removal of another row. */
const useRows = (form: AppFormProps['form']) => {
  const { value, onChange, error } = form.bind('sampleQuestions');
  const [ids, setIds] = useState(() => value.map(() => randomId()));
  const rows = value.map((text, index) => ({ id: ids[index] ?? `row-${index}`, text, index }));
  return {
    rows,
    error,
    add: (count: number) => {
      setIds([...ids.slice(0, value.length), ...Array.from({ length: count }, () => randomId())]);
      form.form.setValue('sampleQuestions', [...value, ...Array<string>(count).fill('')], {
        shouldDirty: true,
      });
    },
    change: (at: number, text: string) =>
      form.form.setValue(
        'sampleQuestions',
        value.map((old, index) => (index === at ? text : old)),
        // Validates while typing only after the first refusal.
        { shouldDirty: true, shouldValidate: error !== undefined },
      ),
    remove: (at: number) => {
      setIds(ids.filter((_, index) => index !== at));
      onChange(value.filter((_, index) => index !== at));
    },
  };
};

/** The sample questions that a chat begins with: none, or three to nine. */
export const SampleQuestions = ({ form }: AppFormProps) => {
  const { rows, error, add, change, remove } = useRows(form);
  return (
    <fieldset className={`stack-2 items-start ${classes.samples}`}>
      <legend>Sample questions</legend>
      <p className="flat muted tiny">
        Shown on the empty chat as questions to begin with. None, or {fewest} to {most}.
      </p>
      {rows.map(({ id, text, index }) => (
        <div key={id} className={`stack-1 align-center full-width ${classes.sampleRow}`}>
          <TextInput
            aria-label={`Sample question ${index + 1}`}
            placeholder={index === 0 ? 'How many days of holiday do I have?' : ''}
            value={text}
            maxLength={300}
            onChange={(event) => change(index, event.currentTarget.value)}
          />
          <ActionIcon aria-label={`Remove sample question ${index + 1}`} onClick={() => remove(index)}>
            <IconTrash size={16} />
          </ActionIcon>
        </div>
      ))}
      {error ? (
        <p className="flat danger tiny" role="alert">
          {error}
        </p>
      ) : null}
      {rows.length < most ? (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} />}
          onClick={() => add(rows.length === 0 ? fewest : 1)}
        >
          {rows.length === 0 ? 'Add sample questions' : 'Add another'}
        </Button>
      ) : null}
    </fieldset>
  );
};
