import type { Setting } from '@atelier/contracts/kernel/settings';
import type { ReactNode } from 'react';
import type { FieldPath } from 'react-hook-form';
import type { z } from 'zod';
import type { FormSchema, ZodForm } from '../../ui/forms/use-zod-form.ts';
import { Fold } from '../../ui/layout/fold.tsx';

interface Group {
  id: string;
  label: string;
  summary: string;
  /** The step of the wizard in which the group is. */
  step?: string;
}

export interface GroupWithFields<Field extends string> extends Group {
  fields: readonly Field[];
}

/** Adds to each group the fields of a form that its settings are in. */
export const withFields = <Field extends string>(
  groups: readonly Group[],
  settings: readonly Setting[],
): GroupWithFields<Field>[] =>
  groups.map((each) => {
    const own = settings.filter(({ group }) => group === each.id).map(({ path }) => path.split('.')[0]);
    return { ...each, fields: [...new Set(own)] as Field[] };
  });

/** The steps of a wizard, each with its groups and their fields. */
export const stepsWith = <Field extends string>(groups: readonly GroupWithFields<Field>[]) =>
  [...Map.groupBy(groups, ({ step = '' }) => step)]
    .filter(([label]) => label !== '')
    .map(([label, members]) => ({
      ...{ id: members[0]?.id ?? label, label, groups: members.map(({ id }) => id) },
      fields: [...new Set(members.flatMap(({ fields }) => fields))],
    }));

interface SettingGroupsProps<S extends FormSchema> {
  groups: readonly GroupWithFields<FieldPath<z.input<S>>>[];
  form: ZodForm<S>;
  /** The choice at present, where it says more than the summary of the group. */
  summarize?: (group: string) => string | undefined;
  /** Draws the fields of a group. */
  children: (group: string) => ReactNode;
}

/** All settings of a thing in folded groups. A group with a refused setting opens by itself. */
export const SettingGroups = <S extends FormSchema>(props: SettingGroupsProps<S>) => {
  const { groups, form, summarize, children } = props;
  const { getFieldState, formState } = form.form;
  return (
    <div className="stack-3">
      {groups.map(({ id, label, summary, fields }) => (
        <Fold
          key={id}
          label={label}
          summary={summarize?.(id) ?? summary}
          isForced={fields.some((field) => getFieldState(field, formState).invalid)}
        >
          {() => <div className="stack-6">{children(id)}</div>}
        </Fold>
      ))}
    </div>
  );
};
