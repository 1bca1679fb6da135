import type { ConnectorEntry } from '@atelier/contracts/content/sources/source-shapes';
import { sources } from '@atelier/contracts/content/sources/sources';
import { call } from '../../../../lib/server/api.ts';
import { FieldForm } from '../../fields/index.ts';
import type { SourceForm } from './use-source-forms.ts';

const prefix = 'settings.';

interface SettingFieldsProps {
  entry: ConnectorEntry;
  form: SourceForm;
}

/** The settings that are specific to the source. Options such as tables are read from the source itself. */
export const SettingFields = ({ entry, form }: SettingFieldsProps) => {
  const { draft, refusals, tries, onChange } = form;
  const { type, settingsFields } = entry;
  const { connectionId } = draft;
  const errors = Object.fromEntries(
    [...refusals].flatMap(([path, message]) =>
      path.startsWith(prefix) ? [[path.slice(prefix.length), message]] : [],
    ),
  );
  return (
    <FieldForm
      // Another connection has other options.
      key={connectionId}
      fields={settingsFields}
      values={draft.settings}
      onChange={(settings) => onChange({ ...draft, settings })}
      errors={errors}
      submitCount={tries}
      loaders={{
        options: async (field, settings) => {
          if (type === null) return [];
          const body = { type, settings, connectionId, field: field.name };
          return (await call(sources.endpoints.options, { body })).options;
        },
      }}
    />
  );
};
