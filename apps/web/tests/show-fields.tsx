import type { Field, FieldValues } from '@atelier/contracts/fields/fields';
import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { FieldForm, type FieldLoaders } from '../src/features/content/fields/index.ts';
import { SessionContext } from '../src/lib/account/session.ts';
import { createQueryClient } from '../src/lib/query.ts';
import { ada } from './builder-server.ts';
import { renderUi } from './render-ui.tsx';

export interface ShowOptions {
  values?: FieldValues;
  loaders?: FieldLoaders;
  secretsSet?: readonly string[];
  errors?: Record<string, string>;
  submitCount?: number;
}

const session = {
  user: ada,
  isLeaving: false,
  begin: () => undefined,
  end: () => Promise.resolve(),
  refresh: () => Promise.resolve(),
};

/** Shows a form of fields for a signed-in user. `values` returns the values of the form. */
export const showFields = async (fields: readonly Field[], options: ShowOptions = {}) => {
  const { values: initial = {}, ...rest } = options;
  let current: FieldValues = initial;
  const Holder = () => {
    const [values, setValues] = useState(initial);
    current = values;
    return <FieldForm {...rest} fields={fields} values={values} onChange={setValues} />;
  };
  await renderUi(
    <QueryClientProvider client={createQueryClient()}>
      <SessionContext value={session}>
        <Holder />
      </SessionContext>
    </QueryClientProvider>,
  );
  return { values: () => current };
};
