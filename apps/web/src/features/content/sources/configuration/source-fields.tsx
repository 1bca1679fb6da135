import type { ConnectorEntry } from '@atelier/contracts/content/sources/source-shapes';
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { HelpSteps } from '../catalogue/help-steps.tsx';
import classes from './configuration.module.css';
import { ConnectionField } from './connection-field.tsx';
import { SettingFields } from './setting-fields.tsx';
import { TestButton } from './test-button.tsx';
import type { SourceForm } from './use-source-forms.ts';

interface StepByStepProps {
  steps: readonly string[];
  /** True where there is no room next to the form, so that the steps are folded away above it. */
  isFolded: boolean;
}

/** Instructions for the steps outside the product that the fields depend on (CONNECTOR-01). */
const StepByStep = ({ steps, isFolded }: StepByStepProps) => {
  if (steps.length === 0) return null;
  return isFolded ? (
    <details className={`rounded-lg sunken pad-4 ${classes.help}`}>
      <summary>Step by step</summary>
      <HelpSteps steps={steps} />
    </details>
  ) : (
    <aside className={`rounded-lg sunken pad-4 ${classes.help}`} aria-label="Step by step">
      <h2 className="below-3 title-sm">Step by step</h2>
      <HelpSteps steps={steps} />
    </aside>
  );
};

interface SourceFieldsProps {
  entry: ConnectorEntry;
  form: SourceForm;
  /** Shown after the fields of the source: its name, its schedule. */
  children?: ReactNode;
}

/** The settings of a source, with step-by-step help next to them, or above them on a phone (CONNECTOR-01). */
export const SourceFields = ({ entry, form, children }: SourceFieldsProps) => {
  const { draft, onChange, refusals } = form;
  const { type } = entry;
  const isNarrow = useMediaQuery('(max-width: 62em)', false, { getInitialValueInEffect: false });
  return (
    <div className={`stack-6 align-start ${classes.configuration}`}>
      {isNarrow ? <StepByStep steps={entry.help} isFolded /> : null}
      <div className="stack-4 min-0">
        {entry.connection === 'NONE' ? null : (
          <ConnectionField
            entry={entry}
            value={draft.connectionId}
            error={refusals.get('connectionId')}
            onChange={(connectionId) => onChange({ ...draft, connectionId })}
          />
        )}
        {entry.connection === 'REQUIRED' && draft.connectionId === null ? (
          <p className="note">Choose a connection, or make one: then you see what can be read.</p>
        ) : (
          <>
            <SettingFields entry={entry} form={form} />
            {type === null || type === 'MANUAL' ? null : <TestButton type={type} form={form} />}
          </>
        )}
        {children}
      </div>
      {isNarrow ? null : <StepByStep steps={entry.help} isFolded={false} />}
    </div>
  );
};
