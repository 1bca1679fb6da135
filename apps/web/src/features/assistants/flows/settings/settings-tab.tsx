import { FlowSettings } from '@atelier/contracts/assistants/flows/flow-settings';
import { Button } from '@mantine/core';
import { FormFailure } from '../../../../ui/feedback/form-failure.tsx';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { readProperty } from '../../../../ui/feedback/read-property.ts';
import { ConcurrencyRule, ThrottleRule } from '../../../../ui/forms/limits/limit-rules.tsx';
import { useZodForm } from '../../../../ui/forms/use-zod-form.ts';
import { Panel } from '../../../../ui/layout/panel.tsx';
import { useFlowSettings, useSaveFlowSettings } from '../api.ts';
import { KeepRule } from './keep-rule.tsx';
import classes from './settings.module.css';
import { BatchRule, DebounceRule, flowLimitWords, PriorityRule } from './start-rules.tsx';

interface SettingsFormProps {
  flowId: string;
  settings: FlowSettings;
  revision: number;
  companyKeepDays: number;
  isReadOnly: boolean;
}

const SettingsForm = ({ flowId, settings, revision, companyKeepDays, isReadOnly }: SettingsFormProps) => {
  const save = useSaveFlowSettings();
  const { bind, submit, reset, isDirty, isSubmitting, failure } = useZodForm(FlowSettings, {
    defaultValues: settings,
    stored: { revision, read: (newest) => FlowSettings.parse(readProperty(newest, 'settings')) },
    onSubmit: async (values, begun) => {
      const body = { ...values, revision: begun };
      const reply = await save.mutateAsync({ params: { id: flowId }, body });
      reset(reply.settings, reply.revision);
    },
  });
  const part = <K extends keyof FlowSettings>(name: K) =>
    bind(name) as unknown as {
      value: FlowSettings[K];
      onChange: (value: FlowSettings[K]) => void;
      error: string | undefined;
    };
  const keep = part('keepDays');
  return (
    <form className={classes.form} onSubmit={submit} aria-label="Settings of the flow">
      <p className="note">
        Settings hold at once, without publishing, for the runs that start from now on. Tests follow none of
        them.
      </p>
      <fieldset className="flex flex-column gap-4" disabled={isReadOnly}>
        <Panel title="Order and limits">
          <div className={`flex flex-column ${classes.rules}`}>
            <PriorityRule {...part('priority')} />
            <ConcurrencyRule words={flowLimitWords} {...part('concurrency')} />
            <ThrottleRule words={flowLimitWords} {...part('throttle')} />
          </div>
        </Panel>
        <Panel title="When triggers fire often">
          <div className={`flex flex-column ${classes.rules}`}>
            <DebounceRule {...part('debounce')} />
            <BatchRule {...part('batch')} />
          </div>
        </Panel>
        <Panel title="How long runs are kept">
          <KeepRule
            {...keep}
            flowId={flowId}
            companyKeepDays={companyKeepDays}
            isChanged={keep.value !== settings.keepDays}
          />
        </Panel>
      </fieldset>
      <FormFailure failure={failure} />
      {isReadOnly ? null : (
        <div className="flex justify-end">
          <Button type="submit" loading={isSubmitting} disabled={!isDirty}>
            Save settings
          </Button>
        </div>
      )}
    </form>
  );
};

/** Rules for the start of a flow's runs, and the time for which they are kept. */
export const SettingsTab = ({ flowId, isReadOnly }: { flowId: string; isReadOnly: boolean }) => {
  const query = useFlowSettings(flowId);
  return (
    <QueryView query={query} errorTitle="The settings could not be loaded">
      {(data) => <SettingsForm {...data} flowId={flowId} isReadOnly={isReadOnly} />}
    </QueryView>
  );
};
