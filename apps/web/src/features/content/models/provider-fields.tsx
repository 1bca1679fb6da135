import type { Provider, ProviderType } from '@atelier/contracts/content/models';
import { NativeSelect, PasswordInput, TextInput } from '@mantine/core';
import type { ZodForm } from '../../../ui/forms/use-zod-form.ts';
import { isSecretKept, type providerSchema } from './model/provider-form.ts';

export type ProviderForm = ZodForm<ReturnType<typeof providerSchema>>;

interface ProviderFieldsProps {
  form: ProviderForm;
  type: ProviderType;
  provider: Provider | undefined;
}

type Choice = NonNullable<ProviderType['fields'][number]['choices']>[number];

/** The first choice is what counts when nothing is chosen. */
const chosenFrom = ([first, ...others]: readonly Choice[]) =>
  first ? [{ ...first, value: '' }, ...others] : others;

/** The settings of one kind of provider, as its list of fields describes them. */
export const ProviderFields = ({ form, type, provider }: ProviderFieldsProps) => {
  const values = form.form.watch();
  return type.fields.map((field) => {
    const isKept = field.secret && isSecretKept([type], provider, values, field.name);
    const shared = {
      label: field.label,
      description: field.help,
      withAsterisk: field.required && !isKept,
      placeholder: isKept ? 'Saved. Leave empty to keep it.' : field.example,
      spellCheck: false,
      ...form.field(`settings.${field.name}`),
    };
    if (field.choices) {
      const { placeholder: _none, spellCheck: _off, ...select } = shared;
      return <NativeSelect key={field.name} {...select} data={chosenFrom(field.choices)} />;
    }
    return field.secret ? (
      <PasswordInput
        key={field.name}
        {...shared}
        // Keeps password managers from offering the user's own password.
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': `Show or hide ${field.label}` }}
      />
    ) : (
      <TextInput key={field.name} {...shared} autoComplete="off" />
    );
  });
};
