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
import type { FormProblem } from '../feedback/form-failure.tsx';
import { readProperty, readTextProperty } from '../feedback/read-property.ts';
import { type Stored, useRevision } from './revisions/use-revision.ts';
import { useUnsavedWork } from './unsaved-work.ts';

/** A schema that describes an object: the body of an endpoint. */
export type FormSchema = z.ZodType<unknown, FieldValues>;

interface ZodFormOptions<S extends FormSchema> {
  defaultValues: DefaultValues<z.input<S>>;
  /**
   * Called with the parsed values, and with the revision to send for a stored thing. When it throws, the input stays and the failure is
   * shown.
   */
  onSubmit: (values: z.output<S>, revision: number | undefined) => unknown;
  /** The thing that the form changes. When somebody else has saved it meanwhile, whoever saves chooses between theirs and their own. */
  stored?: Stored<DefaultValues<z.input<S>>> | undefined;
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
  messageFor: (path: string) => string | undefined;
  submit: (event?: SyntheticEvent) => void;
  /** Like `submit`, for callers that continue afterwards. It also resolves when the form was refused. */
  send: () => Promise<void>;
  isSubmitting: boolean;
  isDirty: boolean;
  /** A failure that does not belong to a field, shown until the user changes something that may fix it. */
  failure: FormProblem | undefined;
  /** Shows the failure of another call with the form's values, as if sending had failed. */
  refuse: (error: unknown) => void;
  /** Shows values as unchanged; `revision` is that of the stored thing that they come from. */
  reset: (values?: DefaultValues<z.input<S>>, revision?: number) => void;
}

const readIssues = (details: unknown): { path: string; message: string }[] => {
  const issues = readProperty(details, 'issues');
  if (!Array.isArray(issues)) return [];
  return issues.flatMap((issue: unknown) => {
    const path = readTextProperty(issue, 'path');
    const message = readTextProperty(issue, 'message');
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
  return readIssues(details).filter(({ path }) => (path.split('.')[0] ?? '') in Object(values));
};

const messageAt = (errors: unknown, name: string): string | undefined =>
  readTextProperty(name.split('.').reduce(readProperty, errors), 'message');

/** The resolver's types cannot express that the input and output of a generic schema belong together. */
const createResolver = <S extends FormSchema>(schema: S) =>
  zodResolver(schema) as unknown as Resolver<z.input<S>, unknown, z.output<S>>;

/** Removes the shown message while the user types. If it went only when the field is left, the next button would move away. */
const revalidateOnChange =
  (onChange: ChangeHandler, judge: () => Promise<unknown>): ChangeHandler =>
  async (event) => {
    await onChange(event);
    await judge();
  };

type Form<S extends FormSchema> = UseFormReturn<z.input<S>, unknown, z.output<S>>;

/** Sends a form with the revision that it began with, and shows why that was refused. */
const useSending = <S extends FormSchema>(form: Form<S>, options: ZodFormOptions<S>) => {
  const { defaultValues: values, onSubmit, fieldOfCode = {}, stored } = options;
  const [failure, setFailure] = useState<FormProblem>();
  const { isDirty, defaultValues: begun } = form.formState;
  const show = (next: typeof values | undefined) => {
    setFailure(undefined);
    form.reset(next as z.input<S> | undefined);
  };
  const { begin, edited } = useRevision(stored, { values, begun, isDirty, show });

  /** The words about a newer version are loaded when they are needed, because few savings are refused for it. */
  const choose = async (description: ErrorDescription): Promise<FormProblem> =>
    stored === undefined
      ? description
      : (await import('./revisions/meanwhile.tsx')).offerChoiceTo(description, {
          ...{ begin, show, send },
          read: stored.read,
        });

  const refuse = async (error: unknown): Promise<void> => {
    const description = describeError(error);
    const refusals = findRefusals(description, { fieldOfCode, values: form.getValues() });
    for (const [index, { path, message }] of refusals.entries()) {
      const field = path as FieldPath<z.input<S>>;
      form.setError(field, { type: 'server', message }, { shouldFocus: index === 0 });
    }
    if (refusals.length === 0) setFailure(await choose(description));
  };

  const send = form.handleSubmit(async (parsed) => {
    setFailure(undefined);
    try {
      await onSubmit(parsed, edited());
    } catch (error) {
      await refuse(error);
    }
  });

  return { send, refuse, failure, clearFailure: () => setFailure(undefined), show, begin };
};

/**
 * A form for a contract's schema. It validates as the server does, focuses the first refused field, shows the server's refusals
 * at the fields they belong to, and keeps the input when sending fails.
 */
export const useZodForm = <S extends FormSchema>(schema: S, options: ZodFormOptions<S>): ZodForm<S> => {
  const { defaultValues } = options;
  const mode = options.validateOn === 'submit' ? 'onSubmit' : 'onTouched';
  const form: Form<S> = useForm<z.input<S>, unknown, z.output<S>>({
    ...{ resolver: createResolver(schema), defaultValues, mode },
  });
  const { errors, isSubmitting, isDirty } = form.formState;
  useUnsavedWork(isDirty);
  const { send, refuse, failure, clearFailure, show, begin } = useSending(form, options);

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
        clearFailure();
        form.setValue(name, value, { shouldDirty: true, shouldValidate: true });
      },
      error: messageAt(errors, name),
    }),
    messageFor: (path) => messageAt(errors, path),
    submit: (event) => {
      event?.stopPropagation();
      void send(event);
    },
    send: () => send(),
    isSubmitting,
    isDirty,
    failure,
    refuse: (error) => void refuse(error),
    reset: (values, next) => {
      if (values !== undefined && next !== undefined) begin(next);
      show(values);
    },
  };
};
