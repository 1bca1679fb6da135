import { isObject } from '@atelier/contracts/fields/field-values';
import { TextInput } from '@mantine/core';
import { asText, type FieldProps } from '../field-props.ts';
import { useSurroundings } from '../surroundings.ts';
import { Framed } from './group-field.tsx';
import { SecretInput } from './text-fields.tsx';

/** BASIC_AUTH: a user name and a password. */
export const BasicAuthField = ({ field, path, value, onChange }: FieldProps) => {
  const { errors } = useSurroundings();
  const login = isObject(value) ? value : {};
  const isRequired = field.required ?? false;
  return (
    <Framed field={field} path={path}>
      <TextInput
        label="User name"
        withAsterisk={isRequired}
        aria-required={isRequired}
        autoComplete="off"
        spellCheck={false}
        error={errors[`${path}.username`]}
        value={asText(login['username'])}
        onChange={(event) => onChange({ ...login, username: event.currentTarget.value })}
      />
      <SecretInput
        label="Password"
        isRequired={isRequired}
        path={`${path}.password`}
        value={asText(login['password'])}
        onChange={(password) => onChange({ ...login, password })}
      />
    </Framed>
  );
};
