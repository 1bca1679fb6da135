import type { Setting } from '@atelier/contracts/kernel/settings';
import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import type { ComponentType, ReactNode } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { ChoiceCards } from '../../ui/forms/choice-cards.tsx';
import { NumberField } from '../../ui/forms/number-field.tsx';
import { OptionalNumber } from '../../ui/forms/optional-number.tsx';
import { Switched } from '../../ui/forms/switched.tsx';

/** A form whose fields are found by a path that is known only while it runs. */
interface FormByPath {
  field: (path: string) => UseFormRegisterReturn & { error: string | undefined };
  bind: <T>(path: string) => {
    value: T | undefined;
    onChange: (value: T) => void;
    error: string | undefined;
  };
}

const byPath = (form: object): FormByPath => form as FormByPath;

/** The controls that a form brings for its settings, by their kinds. */
export type Controls<P> = Readonly<Record<string, ComponentType<P & { setting: Setting }>>>;

interface SettingFieldsProps<P> {
  settings: readonly Setting[];
  /** Passed to each control. */
  props: P;
  controls?: Controls<P>;
}

interface SettingFieldProps {
  form: FormByPath;
  setting: Setting;
  /** Shown while the setting is on. */
  children: ReactNode;
}

interface ChoiceFieldProps {
  label: string;
  help: string;
  choices: NonNullable<Setting['choices']>;
  value: string | undefined;
  onChange: (value: string) => void;
  error: string | undefined;
}

/** Cards where the choices are described, otherwise a list. */
const ChoiceField = ({ help, choices, value = '', onChange, ...shown }: ChoiceFieldProps) =>
  choices.some(({ description }) => description !== undefined) ? (
    <ChoiceCards {...shown} help={help} choices={choices} value={value} onChange={onChange} />
  ) : (
    <NativeSelect
      {...shown}
      description={help}
      data={choices.map(({ value: each, label }) => ({ value: each, label }))}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );

/** The control that the type of a setting asks for. */
const SettingField = ({ form, setting, children }: SettingFieldProps) => {
  const { path, label, help = '', rows, step = 1, value, optional, choices } = setting;
  if (choices) return <ChoiceField label={label} help={help} choices={choices} {...form.bind(path)} />;
  if (value.type === 'BOOLEAN')
    return (
      <Switched label={label} description={help} field={form.bind<boolean>(path)}>
        {children}
      </Switched>
    );
  if (value.type === 'NUMBER') {
    const number = { label, description: help, min: value.min, max: value.max, step };
    return optional === undefined ? (
      <NumberField {...number} {...form.bind(path)} />
    ) : (
      <OptionalNumber {...number} optional={optional} field={form.bind(path)} />
    );
  }
  if (value.type === 'OTHER') return null;
  const text = { label, description: help, maxLength: value.maxLength, ...form.field(path) };
  return rows === undefined ? (
    <TextInput autoComplete="off" {...text} />
  ) : (
    <Textarea minRows={rows} {...text} />
  );
};

const below = (settings: readonly Setting[], path: string): Setting[] =>
  settings.flatMap((each) => (each.under === path ? [each, ...below(settings, each.path)] : []));

/** Puts numbers, and short lists of choices, that follow each other inside one object into one row. */
const toRows = (settings: readonly Setting[]): Setting[][] => {
  const rows: Setting[][] = [];
  const parent = ({ path, value, optional, choices }: Setting) =>
    ((value.type === 'NUMBER' && !optional) || choices?.every(({ description }) => !description)) &&
    `${value.type} ${path.slice(0, path.lastIndexOf('.') + 1)}`;
  for (const each of settings) {
    const last = rows.at(-1);
    if (last?.[0] && parent(each) && parent(last[0]) === parent(each)) last.push(each);
    else rows.push([each]);
  }
  return rows;
};

/** Fields for settings, from their descriptions: labels, explanations, limits, and what shows only with something else. */
export const SettingFields = <P extends { form: object }>(all: SettingFieldsProps<P>) => {
  const { settings, props, controls = {} } = all;
  const form = byPath(props.form);
  const paths = new Set(settings.map(({ path }) => path));
  const roots = settings.filter(
    ({ under = '', when }) =>
      !paths.has(under) && (!when || when.values.includes(form.bind<string>(when.path).value ?? '')),
  );
  const draw = (setting: Setting) => {
    const Control = controls[setting.control ?? ''];
    if (Control) return <Control key={setting.path} {...props} setting={setting} />;
    return (
      <SettingField key={setting.path} form={form} setting={setting}>
        <SettingFields {...all} settings={below(settings, setting.path)} />
      </SettingField>
    );
  };
  return toRows(roots).map((row) =>
    row.length === 1 ? (
      row.map(draw)
    ) : (
      <div key={row[0]?.path} className="stack-3 columns-12">
        {row.map(draw)}
      </div>
    ),
  );
};
