import { zodResolver } from '@hookform/resolvers/zod';
import { type SyntheticEvent, useState } from 'react';
import {
  type ChangeHandler,
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  type Path,
  type PathValue,
  type Resolver,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import type { z } from 'zod';
import { describeError, type ErrorDescription } from '../feedback/describe-error.ts';
import { propertyOf, textOf } from '../feedback/property-of.ts';
import { useUnsavedWork } from './unsaved-work.ts';

/** A schema that describes an object: the body of an endpoint. */
export type FormSchema = z.ZodType<unknown, FieldValues>;

interface ZodFormOptions<S extends FormSchema> {
  defaultValues: DefaultValues<z.input<S>>;
  /** Called with the parsed values. When it throws, the input stays and the failure is shown. */
  onSubmit: (values: z.output<S>) => unknown;
  /** The field that each declared error code belongs to: `{ 'knowledge.name_taken': 'name' }`. */
  fieldOfCode?: Record<string, FieldPath<z.input<S>>>;
  /**
   * With 'submit', an empty field shows no error when it is left. Use it where that error would move a link that the user is
   * about to click.
   */
  validateOn?: 'touch' | 'submit';
}

export interface ZodForm<S extends FormSchema> {
  form: UseFormReturn<z.input<S>, unknown, z.output<S>>;
  /** Props of a text field: `<TextInput label="Name" {...field('name')} />`. */
  field: (
    name: FieldPath<z.input<S>>,
  ) => ReturnType<UseFormReturn<z.input<S>>['register']> & { error: string | undefined };
  /** Props of a field that passes its value instead of an event: `<Select {...bind('mode')} />`. */
  bind: <N extends Path<z.input<S>>>(
    name: N,
  ) => {
    value: PathValue<z.input<S>, N>;
    onChange: (value: PathValue<z.input<S>, N>) => void;
    error: string | undefined;
  };
  /** The message of a value inside a field, such as `queue.0.folder`. */
  messageOf: (path: string) => string | undefined;
  submit: (event?: SyntheticEvent) => void;
  /** Like `submit`, for callers that continue afterwards. It also resolves when the form was refused. */
  send: () => Promise<void>;
  isSubmitting: boolean;
  isDirty: boolean;
  /** A failure that does not belong to a field, shown until the user changes something that may fix it. */
  failure: ErrorDescription | undefined;
  /** Shows the failure of another call with the form's values, as if sending had failed. */
  refuse: (error: unknown) => void;
  reset: (values?: DefaultValues<z.input<S>>) => void;
}

const issuesOf = (details: unknown): { path: string; message: string }[] => {
  const issues = propertyOf(details, 'issues');
  if (!Array.isArray(issues)) return [];
  return issues.flatMap((issue: unknown) => {
    const path = textOf(issue, 'path');
    const message = textOf(issue, 'message');
    return path === undefined || message === undefined ? [] : [{ path, message }];
  });
};

/** Returns the fields that a failure belongs to, with the message for each. */
const findRefusals = (
  { code, message, details }: ErrorDescription,
  { fieldOfCode, values }: { fieldOfCode: Record<string, string>; values: unknown },
): { path: string; message: string }[] => {
  const owner = fieldOfCode[code ?? ''];
  if (owner) return [{ path: owner, message }];
  return issuesOf(details).filter(({ path }) => (path.split('.')[0] ?? '') in Object(values));
};

const messageAt = (errors: unknown, name: string): string | undefined =>
  textOf(name.split('.').reduce(propertyOf, errors), 'message');

/** The resolver's types cannot express that the input and output of a generic schema belong together. */
const resolverOf = <S extends FormSchema>(schema: S) =>
  zodResolver(schema) as unknown as Resolver<z.input<S>, unknown, z.output<S>>;

/** Removes the shown message while the user types. If it went only when the field is left, the next button would move away. */
const revalidateOnChange =
  (onChange: ChangeHandler, judge: () => Promise<unknown>): ChangeHandler =>
  async (event) => {
    await onChange(event);
    await judge();
  };

/**
 * A form for a contract's schema. It validates as the server does, focuses the first refused field, shows the server's refusals
 * at the fields they belong to, and keeps the input when sending fails.
 */
export const useZodForm = <S extends FormSchema>(schema: S, options: ZodFormOptions<S>): ZodForm<S> => {
  type Input = z.input<S>;
  const { defaultValues, onSubmit, fieldOfCode = {} } = options;
  const [failure, setFailure] = useState<ErrorDescription>();
  const mode = options.validateOn === 'submit' ? 'onSubmit' : 'onTouched';
  const form = useForm<Input, unknown, z.output<S>>({ resolver: resolverOf(schema), defaultValues, mode });
  const { errors, isSubmitting, isDirty } = form.formState;
  useUnsavedWork(isDirty);

  const refuse = (error: unknown) => {
    const description = describeError(error);
    const refusals = findRefusals(description, { fieldOfCode, values: form.getValues() });
    for (const [index, { path, message }] of refusals.entries()) {
      form.setError(path as FieldPath<Input>, { type: 'server', message }, { shouldFocus: index === 0 });
    }
    if (refusals.length === 0) setFailure(description);
  };

  const send = form.handleSubmit(async (values) => {
    setFailure(undefined);
    try {
      await onSubmit(values);
    } catch (error) {
      refuse(error);
    }
  });

  return {
    form,
    field: (name) => {
      const registered = { ...form.register(name), error: messageAt(errors, name) };
      if (registered.error === undefined) return registered;
      return { ...registered, onChange: revalidateOnChange(registered.onChange, () => form.trigger(name)) };
    },
    bind: (name) => ({
      value: form.watch(name),
      onChange: (value) => {
        setFailure(undefined);
        form.setValue(name, value, { shouldDirty: true, shouldValidate: true });
      },
      error: messageAt(errors, name),
    }),
    messageOf: (path) => messageAt(errors, path),
    submit: (event) => {
      event?.stopPropagation();
      void send(event);
    },
    send: () => send(),
    isSubmitting,
    isDirty,
    failure,
    refuse,
    reset: (values) => {
      setFailure(undefined);
      form.reset(values as Input | undefined);
    },
  };
};
