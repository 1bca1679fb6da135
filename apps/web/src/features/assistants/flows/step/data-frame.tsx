import { longestPrompt } from '@atelier/contracts/assistants/prompts/prompt-shapes';
import { emptyValueFor } from '@atelier/contracts/fields/field-values';
import type { FieldType } from '@atelier/contracts/fields/fields';
import { Button } from '@mantine/core';
import { type FrameProps, useShared } from '../../../content/fields/index.ts';
import { InsertPrompt } from '../../prompts/index.ts';
import { InsertData } from './data-picker.tsx';
import { ExpressionInput } from './expression-input.tsx';
import classes from './step.module.css';
import { useStepContext } from './step-context.ts';

const textRows: Partial<Record<FieldType, number>> = { TEXT: 1, SHORT_TEXT: 1, LONG_TEXT: 3, FILE: 1 };
/** Values that are chosen while the flow is built, and that no data replaces. */
const fixed: readonly FieldType[] = ['SECRET_TEXT', 'OAUTH2', 'BASIC_AUTH', 'CUSTOM_AUTH', 'CONNECTIONS'];

interface TextActionsProps extends Pick<FrameProps, 'field' | 'onChange'> {
  /** True for a field that is always a text. */
  isFixed: boolean;
}

const TextActions = ({ field, onChange, isFixed }: TextActionsProps) => {
  if (field.isPrompt === true) return <InsertPrompt most={field.max ?? longestPrompt} onInsert={onChange} />;
  return isFixed ? null : (
    <Button size="compact-xs" variant="subtle" onClick={() => onChange(emptyValueFor(field.type))}>
      Use a fixed value
    </Button>
  );
};

/** A field of a step: text takes data at the caret, every other field can be replaced by data. */
export const DataFrame = ({ Input, ...props }: FrameProps) => {
  const { field, value, onChange } = props;
  const { isReadOnly } = useStepContext();
  const shared = useShared(props);
  const rows = textRows[field.type];
  const isData = typeof value === 'string' && value.includes('{{');
  if (fixed.includes(field.type) || field.isHost) return <Input {...props} />;
  if (rows !== undefined || isData) {
    return (
      <ExpressionInput
        {...shared}
        placeholder={field.placeholder}
        minRows={rows ?? 1}
        value={typeof value === 'string' ? value : ''}
        onChange={onChange}
        actions={
          isReadOnly ? null : <TextActions field={field} onChange={onChange} isFixed={rows !== undefined} />
        }
      />
    );
  }
  return (
    <div className="relative">
      <Input {...props} />
      <div className={`flex gap-1 absolute ${classes.frameActions}`}>
        <InsertData label={field.label} onPick={onChange} />
      </div>
    </div>
  );
};
