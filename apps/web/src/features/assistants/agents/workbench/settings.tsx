import { SettingGroups } from '../../../../lib/forms/setting-groups.tsx';
import { FormFailure } from '../../../../ui/feedback/form-failure.tsx';
import { LeaveQuestion } from '../../../../ui/forms/leave-question.tsx';
import { MeanwhileChoice } from '../../../../ui/forms/revisions/meanwhile-choice.tsx';
import { SaveBar } from '../../../../ui/forms/save-bar.tsx';
import { Workbench } from '../../../../ui/layout/workbench.tsx';
import classes from '../agents.module.css';
import type { AgentEditing } from '../editing/use-agent-form.ts';
import { AgentGroupFields } from '../fields/agent-controls.tsx';
import { agentGroups, crewGroups, summarizeGroup } from '../model/agent-form.ts';
import { TryAgent } from '../try/try-agent.tsx';

interface SettingsProps {
  editing: AgentEditing;
  /** Loads what somebody else has saved; one's own changes are lost. */
  onReload: () => void;
}

const Conflict = ({ editing, onReload }: SettingsProps) => (
  <div className={`row-2 warning-box warning pad-3-4 ${classes.conflict}`} role="alert">
    <p>{editing.conflict}</p>
    <MeanwhileChoice load={onReload} keep={editing.overwrite} />
  </div>
);

/** The settings of an agent in folded groups, with a trial of it beside them. */
export const Settings = ({ editing, onReload }: SettingsProps) => {
  const { form, saved, conflict } = editing;
  const isCrew = saved.crew !== null;
  const values = form.form.watch();
  return (
    <>
      <Workbench
        onSubmit={form.submit}
        settings={
          <>
            {conflict === undefined ? null : <Conflict editing={editing} onReload={onReload} />}
            <SettingGroups
              groups={isCrew ? crewGroups : agentGroups}
              form={form}
              summarize={(group) => summarizeGroup(values, group)}
            >
              {(group) => <AgentGroupFields group={group} isCrew={isCrew} form={form} agent={saved} />}
            </SettingGroups>
            <FormFailure failure={form.failure} />
            <SaveBar form={form} />
          </>
        }
        trial={<TryAgent agent={saved} />}
      />
      <LeaveQuestion isDirty={form.isDirty && !form.isSubmitting} />
    </>
  );
};
