import { defaultValueFor, isShown, type JsonValue, valueAt } from '@atelier/contracts/fields/field-values';
import { Stack } from '@mantine/core';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { inputs } from './inputs.ts';
import { amongLeft, findFieldErrors, withoutExpressions } from './model/visible-errors.ts';
import {
  type FieldLoaders,
  type FieldsProps,
  type Surroundings,
  SurroundingsContext,
  useSurroundings,
} from './surroundings.ts';

/**
 * Tracks the fields that the user has left. No error appears while a pointer is pressed, because it would move the button
 * away from under the pointer before it is released.
 */
const useLeftFields = () => {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const isPressed = useRef(false);

  // The pointer may be pressed anywhere on the page.
  useEffect(() => {
    const stop = new AbortController();
    const set = (pressed: boolean) => () => void (isPressed.current = pressed);
    const options = { capture: true, signal: stop.signal };
    addEventListener('pointerdown', set(true), options);
    for (const end of ['pointerup', 'pointercancel']) addEventListener(end, set(false), options);
    return () => stop.abort();
  }, []);

  const add = (path: string) => setLeft((before) => (before.has(path) ? before : new Set([...before, path])));
  const onLeave = (path: string) => {
    if (!isPressed.current) return add(path);
    // Waits for the click that follows the release of the pointer.
    const later = () => void setTimeout(() => add(path));
    addEventListener('pointerup', later, { once: true });
  };
  return { left, onLeave };
};

interface LeavingProps {
  path: string;
  children: ReactNode;
}

/** Reports when the focus leaves the field, so that no error is shown while the user types. */
const Leaving = ({ path, children }: LeavingProps) => {
  const { onLeave } = useSurroundings();
  return (
    <div
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) onLeave(path);
      }}
    >
      {children}
    </div>
  );
};

/** Draws the fields that are visible with the current values. */
const Fields = ({ fields, values, onChange, prefix = '' }: FieldsProps) => {
  const { Frame } = useSurroundings();
  const set = (name: string, value: JsonValue) => onChange({ ...values, [name]: value });
  return fields
    .filter((field) => isShown(field, fields, values))
    .map((field) => {
      const Input = inputs[field.type];
      const path = prefix + field.name;
      const props = {
        field,
        path,
        value: valueAt(values, field.name) ?? defaultValueFor(field),
        onChange: (value: JsonValue) => set(field.name, value),
      };
      return (
        <Leaving key={field.name} path={path}>
          {Frame ? <Frame {...props} Input={Input} /> : <Input {...props} />}
        </Leaving>
      );
    });
};

export interface FieldFormProps extends Omit<FieldsProps, 'prefix'> {
  /** Messages by path from the surrounding form, which come from sending it. */
  errors?: Readonly<Record<string, string>> | undefined;
  /** The number of attempts to send. After each, the first refused field is focused. */
  submitCount?: number | undefined;
  secretsSet?: readonly string[] | undefined;
  loaders?: FieldLoaders | undefined;
  /** Draws each field in its own way, for example with a button that inserts data. */
  Frame?: Surroundings['Frame'];
}

const none: readonly string[] = [];
const noLoaders: FieldLoaders = {};
const noErrors: Readonly<Record<string, string>> = {};

/** A form described by data, with one component for each of the 28 field types (FIELD-01). */
export const FieldForm = (props: FieldFormProps) => {
  const { fields, values, onChange, errors = noErrors, submitCount = 0 } = props;
  const { secretsSet = none, loaders = noLoaders, Frame } = props;
  const { left, onLeave } = useLeftFields();
  const form = useRef<HTMLDivElement>(null);
  const own = useMemo(() => {
    const found = findFieldErrors(fields, values, secretsSet.length > 0);
    return Frame ? withoutExpressions(found, values) : found;
  }, [fields, values, secretsSet, Frame]);
  const shown = useMemo(() => ({ ...amongLeft(own, left), ...errors }), [own, left, errors]);

  // The focus is outside React. The surrounding form focuses refused fields that come before these.
  useEffect(() => {
    const isElsewhere = document.activeElement?.getAttribute('aria-invalid') === 'true';
    if (submitCount === 0 || isElsewhere) return;
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [submitCount]);

  return (
    <SurroundingsContext
      value={{
        Fields,
        Frame,
        values,
        loaders,
        secretsSet,
        errors: shown,
        onLeave,
      }}
    >
      <Stack ref={form} gap="md">
        <Fields fields={fields} values={values} onChange={onChange} />
      </Stack>
    </SurroundingsContext>
  );
};
