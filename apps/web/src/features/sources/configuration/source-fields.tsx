import type { ConnectorEntry } from '@atelier/contracts/source-shapes';
import type { ReactNode } from 'react';
import { HelpSteps } from '../catalogue/help-steps.tsx';
import classes from './configuration.module.css';
import { ConnectionField } from './connection-field.tsx';
import { SettingFields } from './setting-fields.tsx';
import { TestButton } from './test-button.tsx';
import type { SourceForm } from './use-source-forms.ts';

interface SourceFieldsProps {
  entry: ConnectorEntry;
  form: SourceForm;
  /** After the fields of the source: its name, its schedule. */
  children?: ReactNode;
}

/** How a source is reached and what is read of it, with the step-by-step help beside it (CONNECTOR-01). */
export const SourceFields = ({ entry, form, children }: SourceFieldsProps) => {
  const { draft, onChange, refusals } = form;
  const { type } = entry;
  return (
    <div className={classes.configuration}>
      <div className={classes.fields}>
        {entry.connection === 'NONE' ? null : (
          <ConnectionField
            entry={entry}
            value={draft.connectionId}
            error={refusals.get('connectionId')}
            onChange={(connectionId) => onChange({ ...draft, connectionId })}
          />
        )}
        <SettingFields entry={entry} form={form} />
        {type === null || type === 'MANUAL' ? null : <TestButton type={type} form={form} />}
        {children}
      </div>
      {entry.help.length > 0 ? (
        <aside className={classes.help} aria-label="Step by step">
          <h2>Step by step</h2>
          <HelpSteps steps={entry.help} />
        </aside>
      ) : null}
    </div>
  );
};
