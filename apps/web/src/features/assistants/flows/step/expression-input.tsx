import { Textarea } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { InsertData } from './data-picker.tsx';
import classes from './step.module.css';
import { useStepContext } from './step-context.ts';

interface ExpressionInputProps {
  label: string;
  description?: ReactNode;
  error?: ReactNode;
  withAsterisk?: boolean;
  placeholder?: string | undefined;
  value: string;
  onChange: (value: string) => void;
  minRows?: number;
  /** Further buttons next to the one that inserts data. */
  actions?: ReactNode;
}

/** A text that may contain data of earlier steps as `{{step_1.name}}`, which is inserted at the caret. */
export const ExpressionInput = (props: ExpressionInputProps) => {
  const { value, onChange, actions, minRows = 1, ...rest } = props;
  const { isReadOnly } = useStepContext();
  const input = useRef<HTMLTextAreaElement>(null);
  // The caret that the field had when it was left; at the end before it was ever entered.
  const caret = useRef<[number, number] | undefined>(undefined);
  const insert = (token: string) => {
    const [from, to] = caret.current ?? [value.length, value.length];
    onChange(value.slice(0, from) + token + value.slice(to));
    const after = from + token.length;
    caret.current = [after, after];
    // After the closing popover has given the focus back to its button.
    setTimeout(() => {
      input.current?.focus();
      input.current?.setSelectionRange(after, after);
    }, 50);
  };
  return (
    <div className="relative">
      <Textarea
        {...rest}
        ref={input}
        autosize
        minRows={minRows}
        maxRows={14}
        spellCheck={false}
        readOnly={isReadOnly}
        classNames={{ input: value.includes('{{') ? 'small mono' : '' }}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        onBlur={({ currentTarget }) => {
          caret.current = [currentTarget.selectionStart, currentTarget.selectionEnd];
        }}
      />
      <div className={`flex gap-1 absolute ${classes.frameActions}`}>
        {actions}
        <InsertData label={props.label} onPick={insert} />
      </div>
    </div>
  );
};
